/**
 * running <-> paused; running -> waiting while the network is down, then automatically back; running -> done, failed
 * (can be resumed) or damaged (the received file was wrong and is deleted).
 */
export type DownloadState = 'running' | 'paused' | 'waiting' | 'done' | 'failed' | 'damaged'

/** A current or past download. Sizes in bytes. */
export interface DownloadView {
  id: string
  fileName: string
  /** The path on this machine. */
  filePath: string
  state: DownloadState
  receivedBytes: number
  /** Null while unknown. */
  totalBytes: number | null
  /** Why it failed; null if it did not. */
  problem: string | null
  /** ISO 8601. */
  startedAt: string
}

/** The downloads of a platform that keeps a list of them. */
export interface DownloadManager {
  /** Newest first. */
  list(): Promise<DownloadView[]>
  pause(id: string): Promise<void>
  resume(id: string): Promise<void>
  /** Cancels a download and deletes its partial file. A finished one leaves the list; its file stays. */
  remove(id: string): Promise<void>
  /** Shows a finished file in the system's file manager. */
  reveal(id: string): Promise<void>
  /** Calls the listener now and after every change, until the returned function is called. */
  watch(listener: (downloads: DownloadView[]) => void): () => void
}
