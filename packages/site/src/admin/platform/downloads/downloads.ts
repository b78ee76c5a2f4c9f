import type { DownloadState, DownloadView } from '@priormark/core/platform/downloads/download-manager'
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
export function percentOf({ receivedBytes, totalBytes }: DownloadView): number | null {
  if (totalBytes === null || totalBytes === 0) return null
  return Math.min(100, Math.floor((receivedBytes / totalBytes) * 100))
}

/** Returns '12.00 MB of 50.00 MB', or only the received size while the total is unknown. */
export function progressText({ receivedBytes, totalBytes }: DownloadView): string {
  const received = formatFileSize(receivedBytes)
  return totalBytes === null ? received : `${received} of ${formatFileSize(totalBytes)}`
}

/** Returns the downloads' part of the status bar, or '' if none is active or failed. */
export function downloadStatusText(downloads: readonly DownloadView[]): string {
  const count = (...states: DownloadState[]) => downloads.filter(({ state }) => states.includes(state)).length
  const [running, troubled] = [count('running', 'waiting'), count('failed', 'damaged')]
  const parts = [
    ...(running === 0 ? [] : [running === 1 ? '1 download' : `${running} downloads`]),
    ...(troubled === 0 ? [] : [troubled === 1 ? '1 download failed' : `${troubled} downloads failed`]),
  ]
  return parts.join(', ')
}

const none: DownloadView[] = []

/** The downloads of the desktop app, newest first, updated as they change. Empty in a browser. */
export function useDownloads(): DownloadView[] {
  const { downloads } = useAdmin().platform
  const [list, setList] = useState(none)
  useEffect(() => downloads?.watch(setList), [downloads])
  return list
}
