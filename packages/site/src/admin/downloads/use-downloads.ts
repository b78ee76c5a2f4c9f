import type { DownloadView } from '@priormark/core/downloads/download-manager'
import { useEffect, useState } from 'react'
import { useTools } from '../shell/admin-tools.tsx'

const none: DownloadView[] = []

/** The downloads of this machine as they are, newest first; none where it keeps no list of them. */
export function useDownloads(): DownloadView[] {
  const { downloads } = useTools().platform
  const [list, setList] = useState(none)
  useEffect(() => downloads?.watch(setList), [downloads])
  return list
}
