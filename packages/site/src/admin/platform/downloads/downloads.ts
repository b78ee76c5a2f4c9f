import type { DownloadState, DownloadView } from '@priormark/core/platform/downloads/download-manager'
import { counted } from '@priormark/core/platform/counted'
import { formatFileSize } from '@priormark/core/platform/file-size'
import { useEffect, useState } from 'react'
import { useAdmin } from '../session/admin-context.tsx'

export const downloadsPath = '/admin/downloads'

export const downloadStateTexts: Record<DownloadState, string> = {
  running: 'Downloading',
  paused: 'Paused',
  waiting: 'Waiting for the network',
  done: 'Done',
  failed: 'Failed',
  damaged: 'Damaged and deleted',
}

/** Returns the action that a download offers besides removing it. */
export function downloadAction(state: DownloadState): 'pause' | 'resume' | 'reveal' | null {
  if (state === 'running' || state === 'waiting') return 'pause'
  if (state === 'paused' || state === 'failed') return 'resume'
  return state === 'done' ? 'reveal' : null
}

/** Returns the progress in whole percent, or null while the size is unknown. */
export function progressPercent({ receivedBytes, totalBytes }: DownloadView): number | null {
  if (totalBytes === null || totalBytes === 0) return null
  return Math.min(100, Math.floor((receivedBytes / totalBytes) * 100))
}

/** Returns '12.00 MB of 50.00 MB', or only the received size while the total is unknown. */
export function progressText({ receivedBytes, totalBytes }: DownloadView): string {
  const receivedSize = formatFileSize(receivedBytes)
  return totalBytes === null ? receivedSize : `${receivedSize} of ${formatFileSize(totalBytes)}`
}

/** Returns the downloads' part of the status bar, or '' if none is active or failed. */
export function downloadStatusText(downloads: readonly DownloadView[]): string {
  const count = (...states: DownloadState[]) => downloads.filter(({ state }) => states.includes(state)).length
  const [active, failed] = [count('running', 'waiting'), count('failed', 'damaged')]
  const parts = [
    ...(active === 0 ? [] : [counted(active, 'download', 'downloads')]),
    ...(failed === 0 ? [] : [counted(failed, 'download failed', 'downloads failed')]),
  ]
  return parts.join(', ')
}

const noDownloads: DownloadView[] = []

/** The downloads of the desktop app, newest first, updated as they change. Empty in a browser. */
export function useDownloads(): DownloadView[] {
  const { downloads } = useAdmin().platform
  const [list, setList] = useState(noDownloads)
  useEffect(() => downloads?.watch(setList), [downloads])
  return list
}
