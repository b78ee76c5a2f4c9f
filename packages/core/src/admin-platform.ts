import type { DownloadManager } from './platform/downloads/download-manager.ts'
import type { DraftService } from './blog/drafts/draft-service.ts'
import type { Fetch } from './platform/http/client.ts'
import type { ServerWatch } from './platform/http/server-watch.ts'

/** What an item of a program's menu asks of the page: its search, the command palette, or a screen. */
export type PageCommand = 'search' | 'palette' | `/${string}`

/** Calls the server. While it cannot be reached, reads return a stored response. */
export interface ServerConnection extends Pick<ServerWatch, 'watch' | 'copyAt'> {
  readonly fetch: Fetch
}

/**
 * What the admin's screens need from the machine they run on. The web and the desktop app each implement it; no screen
 * checks which one it is on.
 */
export interface Platform {
  /** The origin of calls: '' on the web (same origin). */
  readonly baseUrl: string
  /** The public site's origin, without a slash at the end, if it differs from the page's own origin. */
  readonly publicUrl?: string
  /** The name of the shop, where people sign in to several. */
  readonly shopName?: string
  readonly connection: ServerConnection
  /** The bearer credential, stored between starts. */
  readonly credential: {
    get(): string | null
    /** True if there is a credential that `get` does not return, because the machine adds it to calls. */
    readonly isInaccessible?: boolean
    set(token: string): void
    clear(): void
  }
  /** Downloads a file that the API serves. Rejects if that fails. */
  download(path: string, fileName: string): Promise<void>
  /** Opens a file that the API serves in a new tab on the web, where it is saved as an attachment; downloads it elsewhere. */
  openFile(path: string, fileName: string): Promise<void>
  /** Saves a text as a file, if this machine lets a page do that. */
  saveText?(text: string, fileName: string): void
  /** Opens an address outside the app. */
  openExternal(url: string): void
  /**
   * Opens an address outside the app as soon as it is known. Must be called within a click, because browsers block tabs
   * that open later. Returns false if the browser blocked it anyway. Rejects as `address` does.
   */
  openExternalLater(address: Promise<string>): Promise<boolean>
  copyText(text: string): Promise<void>
  /** Posts that were written offline. */
  readonly drafts: DraftService
  /** The list of downloads. Absent on the web, where the browser has its own. */
  readonly downloads?: DownloadManager
  /** The program's own menu, outside the page. Absent on the web. */
  readonly menu?: {
    showScreens(screens: { path: string; label: string }[]): void
    /** Calls `run` for each command until the returned function is called. `run` returns whether the page has that command. */
    watch(run: (command: PageCommand) => boolean): () => void
  }
}
