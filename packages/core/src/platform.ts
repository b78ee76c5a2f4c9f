import type { DownloadManager } from './downloads/download-manager.ts'
import type { DraftService } from './drafts/draft-service.ts'

/**
 * What the admin's screens need from the machine they run on. The web and the desktop app each implement it; no screen
 * checks which one it is on.
 */
export interface Platform {
  /** The origin of calls: '' on the web (same origin). */
  readonly baseUrl: string
  /** The public site's origin, without a slash at the end, if it differs from the page's own origin. */
  readonly publicUrl?: string
  /** The bearer credential, stored between starts. */
  readonly credential: {
    get(): string | null
    /** True if `get` always returns null, because the machine adds the credential to calls. */
    readonly outOfReach?: boolean
    set(token: string): void
    clear(): void
  }
  /** Downloads a file of the API. Rejects if that fails. */
  download(path: string, fileName: string): Promise<void>
  /** Opens a file of the API in a new tab on the web, where it is saved as an attachment; downloads it elsewhere. */
  openFile(path: string, fileName: string): Promise<void>
  /** Saves a text as a file, if this machine lets a page do that. */
  saveText?(text: string, fileName: string): void
  /** Opens an address outside the app. */
  openExternal(url: string): void
  copyText(text: string): Promise<void>
  /** Posts that were written offline. */
  readonly drafts: DraftService
  /** The list of downloads. Absent on the web, where the browser has its own. */
  readonly downloads?: DownloadManager
}
