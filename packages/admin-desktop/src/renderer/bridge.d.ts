import type { DesktopBridge } from '../shared/bridge.ts'

declare global {
  interface Window {
    /** The preload's bridge. */
    readonly priormark: DesktopBridge
  }
}
