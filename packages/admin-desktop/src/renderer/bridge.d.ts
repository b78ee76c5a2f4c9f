import type { DesktopBridge } from '../shared/bridge.ts'

declare global {
  interface Window {
    /** What the preload exposes. */
    readonly priormark: DesktopBridge
  }
}
