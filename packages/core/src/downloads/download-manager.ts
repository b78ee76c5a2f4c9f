import * as v from 'valibot'
import { IsoDate } from '../ids.ts'

/**
 * running <-> paused; running -> waiting where the network is away, and back by itself; running -> done, failed (can be
 * taken up again where it stopped) or damaged (what came is not the file that was asked for, and is not kept).
 */
export const downloadStates = ['running', 'paused', 'waiting', 'done', 'failed', 'damaged'] as const
export type DownloadState = (typeof downloadStates)[number]

/** A file that is fetched, or was. Sizes in bytes. */
export const DownloadView = v.object({
  id: v.string(),
  fileName: v.string(),
  /** Where it is or will be on this machine. */
  filePath: v.string(),
  state: v.picklist(downloadStates),
  receivedBytes: v.number(),
  /** Null while it is not known. */
  totalBytes: v.nullable(v.number()),
  /** Why it failed, or what is wrong with it, in a sentence; null where nothing is. */
  problem: v.nullable(v.string()),
  startedAt: IsoDate,
})
export type DownloadView = v.InferOutput<typeof DownloadView>

/** What a screen may ask of a machine that keeps a list of its downloads. */
export interface DownloadManager {
  /** Newest first. */
  list(): Promise<DownloadView[]>
  pause(id: string): Promise<void>
  resume(id: string): Promise<void>
  /** Stops it and removes what came so far; takes a finished one off the list and leaves its file alone. */
  remove(id: string): Promise<void>
  /** Shows a finished file in its folder. */
  reveal(id: string): Promise<void>
  /** Tells the list now and whenever it changes, until the function that it answers is called. */
  watch(listener: (downloads: DownloadView[]) => void): () => void
}
