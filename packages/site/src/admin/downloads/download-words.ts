import type { DownloadState, DownloadView } from '@priormark/core/downloads/download-manager'
import { formatFileSize } from '@priormark/core/file-size'

export const downloadsPath = '/admin/downloads'

/** The state of a download in words. */
export const downloadStateTexts: Record<DownloadState, string> = {
  running: 'Downloading',
  paused: 'Paused',
  waiting: 'Waiting for the network',
  done: 'Done',
  failed: 'Failed',
  damaged: 'Damaged, not kept',
}

/** What can be done to a download besides taking it off the list. */
export function downloadAction(state: DownloadState): 'pause' | 'resume' | 'reveal' | null {
  if (state === 'running' || state === 'waiting') return 'pause'
  if (state === 'paused' || state === 'failed') return 'resume'
  return state === 'done' ? 'reveal' : null
}

/** How far a download is, in whole percent; null while its size is not known. */
export function percentOf({ receivedBytes, totalBytes }: DownloadView): number | null {
  if (totalBytes === null || totalBytes === 0) return null
  return Math.min(100, Math.floor((receivedBytes / totalBytes) * 100))
}

/** '12.00 MB of 50.00 MB'; only what came while the size is not known. */
export function progressText({ receivedBytes, totalBytes }: DownloadView): string {
  const received = formatFileSize(receivedBytes)
  return totalBytes === null ? received : `${received} of ${formatFileSize(totalBytes)}`
}

/** What the strip says of the downloads; '' where none is on its way or in trouble. */
export function stripText(downloads: readonly DownloadView[]): string {
  const count = (...states: DownloadState[]) => downloads.filter(({ state }) => states.includes(state)).length
  const [running, troubled] = [count('running', 'waiting'), count('failed', 'damaged')]
  const parts = [
    ...(running === 0 ? [] : [running === 1 ? '1 download' : `${running} downloads`]),
    ...(troubled === 0 ? [] : [troubled === 1 ? '1 download failed' : `${troubled} downloads failed`]),
  ]
  return parts.join(', ')
}
