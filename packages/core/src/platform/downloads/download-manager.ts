import * as v from 'valibot'
import { IsoDate } from '../ids.ts'

/**
 * running <-> paused; running -> waiting while the network is down, then automatically back; running -> done, failed
 * (can be resumed) or damaged (the received file was wrong and is deleted).
 */
export const downloadStates = ['running', 'paused', 'waiting', 'done', 'failed', 'damaged'] as const
export type DownloadState = (typeof downloadStates)[number]

/** A current or past download. Sizes in bytes. */
export const DownloadView = v.object({
  id: v.string(),
  fileName: v.string(),
  /** The path on this machine. */
  filePath: v.string(),
  state: v.picklist(downloadStates),
  receivedBytes: v.number(),
  /** Null while unknown. */
  totalBytes: v.nullable(v.number()),
  /** Why it failed; null if it did not. */
  problem: v.nullable(v.string()),
  startedAt: IsoDate,
})
export type DownloadView = v.InferOutput<typeof DownloadView>

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
