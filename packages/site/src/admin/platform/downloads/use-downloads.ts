import type { DownloadView } from '@priormark/core/platform/downloads/download-manager'
import { useEffect, useState } from 'react'
import { useAdmin } from '../session/admin-context.tsx'

const none: DownloadView[] = []

/** The downloads of the desktop app, newest first, updated as they change. Empty in a browser. */
export function useDownloads(): DownloadView[] {
  const { downloads } = useAdmin().platform
  const [list, setList] = useState(none)
  useEffect(() => downloads?.watch(setList), [downloads])
  return list
}
