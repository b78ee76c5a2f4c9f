/** The parts of Electron that the app uses. Importing anything else fails immediately. */
export { app } from './app.mjs'
export { BrowserWindow, webContents } from './browser-window.mjs'
export * from './machine.mjs'
