import process from 'node:process'

/** The shared state of the stand-in: one application, one Chromium. */
export const state = {
  /** package.json of the application. */
  manifest: {},
  folder: '',
  switches: [],
  isReady: false,
  isQuitting: false,
  cdp: null,
  chromium: null,
  /** What Chromium does with downloads, for each session. */
  downloads: {},
  versions: { electron: '45.0.0-stand-in', chrome: '', node: process.versions.node },
  /** Every open BrowserWindow. */
  windows: new Set(),
}

/** Returns an Electron event that a listener may prevent. */
export function electronEvent(more = {}) {
  return {
    ...more,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true
    },
  }
}
