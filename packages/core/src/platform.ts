import type { DownloadManager } from './downloads/download-manager.ts'
import type { DraftService } from './drafts/draft-service.ts'

/**
 * What a screen of the admin may ask of the machine it runs on. The web has one implementation, the desktop
 * console another; no screen asks which of the two it is on.
 */
export interface Platform {
  /** Where calls go: '' on the web (same origin). */
  readonly baseUrl: string
  /** Where the public finds the site, without a slash at the end, where that is not the page's own origin. */
  readonly publicUrl?: string
  /** The bearer credential, kept between starts. Where the machine keeps it out of the page's reach, `get` answers null. */
  readonly credential: {
    get(): string | null
    /** True where `get` always answers null because the machine adds the credential to calls itself. */
    readonly outOfReach?: boolean
    set(token: string): void
    clear(): void
  }
  /** Saves a file of the API under its own name. Rejects when it could not be fetched. */
  download(path: string, fileName: string): Promise<void>
  /** Saves a text as a file, where this machine lets a page do that. */
  saveText?(text: string, fileName: string): void
  /** Opens an address outside the app. */
  openExternal(url: string): void
  copyText(text: string): Promise<void>
  /** Posts that are written without a network. */
  readonly drafts: DraftService
  /** The files that were fetched, where this machine keeps a list of them; a browser has its own. */
  readonly downloads?: DownloadManager
}
