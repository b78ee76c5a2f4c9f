import type { RealServer } from '../real-server.ts'
import type { Section } from '../report.ts'
import { measureDesktopDownload } from './desktop-download.ts'
import { measureDesktopDrafts } from './desktop-drafts.ts'
import { measureDesktopStart } from './desktop-start.ts'
import { measureDesktopSync } from './desktop-sync.ts'

/** The measurements of the desktop app, each on its own server. */
export const measureDesktop: readonly ((server: RealServer) => Promise<Section>)[] = [
  measureDesktopStart,
  measureDesktopDrafts,
  measureDesktopDownload,
  measureDesktopSync,
]
