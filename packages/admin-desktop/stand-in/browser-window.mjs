import { EventEmitter } from 'node:events'
import { app } from './app.mjs'
import { electronEvent, state } from './state.mjs'
import { WebContents } from './web-contents.mjs'

/** A window without a frame, screen or taskbar. Calls to these are only recorded. */
export class BrowserWindow extends EventEmitter {
  /** The arguments of setProgressBar, oldest first. */
  progress = []
  focusCount = 0
  #isDestroyed = false
  #isVisible = false
  #title
  #isMaximized = false
  #backgroundColor
  #bounds

  constructor(options = {}) {
    super()
    if (!state.isReady) throw new Error('Cannot create BrowserWindow before app is ready')
    const { x = 0, y = 0, width = 800, height = 600 } = options
    this.#bounds = { x, y, width, height }
    this.#backgroundColor = options.backgroundColor
    this.#title = options.title ?? ''
    this.#isVisible = options.show !== false
    this.webContents = new WebContents(this, options)
    this.id = this.webContents.id
    state.windows.add(this)
  }

  static getAllWindows() {
    return [...state.windows]
  }
  static fromWebContents(contents) {
    return [...state.windows].find(({ webContents }) => webContents === contents) ?? null
  }
  static getFocusedWindow() {
    return [...state.windows].at(-1) ?? null
  }

  loadURL(url) {
    return this.webContents.loadURL(url)
  }
  show() {
    this.#isVisible = true
  }
  hide() {
    this.#isVisible = false
  }
  isVisible() {
    return this.#isVisible
  }
  getTitle() {
    return this.#title
  }
  setTitle(title) {
    this.#title = title
  }
  /** The page's title has changed, and becomes the window's unless a listener prevents it. */
  _pageTitleUpdated(title) {
    const event = electronEvent()
    this.emit('page-title-updated', event, title, true)
    if (!event.defaultPrevented) this.#title = title
  }
  focus() {
    this.focusCount += 1
    this.emit('focus', electronEvent())
  }
  restore() {}
  maximize() {
    this.#isMaximized = true
  }
  isMinimized() {
    return false
  }
  isMaximized() {
    return this.#isMaximized
  }
  isFocused() {
    return true
  }
  isDestroyed() {
    return this.#isDestroyed
  }
  getNormalBounds() {
    return this.#bounds
  }
  setBounds(bounds) {
    this.#bounds = { ...this.#bounds, ...bounds }
    this.emit('resize')
  }
  getBackgroundColor() {
    return this.#backgroundColor
  }
  setBackgroundColor(color) {
    this.#backgroundColor = color
  }
  setProgressBar(value) {
    this.progress.push(value)
  }

  /** The page may prevent it (will-prevent-unload). */
  close() {
    const event = electronEvent()
    this.emit('close', event)
    if (event.defaultPrevented) state.isQuitting = false
    else this.webContents._close()
  }
  destroy() {
    if (this.#isDestroyed) return
    const { targetId } = this.webContents
    state.cdp.send('Target.closeTarget', { targetId }).catch(() => {})
    this._closed()
  }
  /** Chromium has closed the page, or is about to. */
  _closed() {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    state.windows.delete(this)
    this.webContents._destroy()
    this.emit('closed')
    if (state.windows.size > 0) return
    if (state.isQuitting) app._quitNow()
    else if (!app.emit('window-all-closed')) app.quit()
  }
}

export const webContents = {
  getAllWebContents: () => [...state.windows].map((window) => window.webContents),
  fromId: (id) => [...state.windows].find((window) => window.id === id)?.webContents,
  fromDevToolsTargetId: (targetId) =>
    [...state.windows].find((window) => window.webContents.targetId === targetId)?.webContents,
}
