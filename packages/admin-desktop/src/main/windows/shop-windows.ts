import type { Session, WebContents } from 'electron'
import type { BridgeEventName, BridgeEvents } from '../../shared/bridge.ts'
import type { SettingsStore } from '../platform/settings-store.ts'
import { ShopWindow } from './shop-window.ts'
import type { Shops } from '../staff/shops.ts'

/** Where a new window starts, before the person has chosen a shop. */
export const connectPath = '/connect'

interface ShopWindowsDeps {
  settings: SettingsStore
  shops: () => Shops
  /** Prepares the browser session of a window, once per session. */
  prepareSession: (session: Session, window: ShopWindow) => void
  /** The last visible window was closed, and the app keeps running. */
  onHidden: () => void
  /** Another window is in front. */
  onFocus: () => void
}

/** The app's windows. Closing the last visible one only hides it, so that orders are still announced. */
export class ShopWindows {
  #deps: ShopWindowsDeps
  #windows: ShopWindow[] = []
  #front: ShopWindow
  #isQuitting = false

  constructor(deps: ShopWindowsDeps) {
    this.#deps = deps
    this.#front = this.#windowAt(0)
  }

  /** The window that was used last. */
  get frontWindow(): ShopWindow {
    return this.#front
  }
  get openWindows(): ShopWindow[] {
    return this.#windows.filter(({ isOpen }) => isOpen)
  }

  /** Lets windows close, because the app quits. */
  beginQuit(): void {
    this.#isQuitting = true
  }

  /** Returns the window of a page. */
  windowOf(contents: WebContents): ShopWindow | null {
    return this.#windows.find((window) => window.owns(contents)) ?? null
  }

  /** Opens the windows that were open when the app was quit. */
  restore(): void {
    for (const window of this.#storedWindows()) window.open(window.shopUrl === null ? connectPath : undefined)
  }

  /** Shows the window that was used last, optionally at a page. */
  show(pathname?: string): void {
    this.#front.open(pathname)
  }

  /** Shows a shop at a page, in a window that has it already, or in a new one. */
  showShop(url: string, pathname?: string): void {
    const candidates = [...this.openWindows, ...this.#storedWindows()].filter(
      ({ shopUrl }) => shopUrl === url,
    )
    const window = candidates.includes(this.#front) ? this.#front : candidates[0]
    if (window === undefined) this.openNew(url, pathname)
    else window.open(pathname)
  }

  /** Opens another window: at a page of a shop, or without a shop, at the screen where the person chooses one. */
  openNew(url: string | null, pathname?: string): void {
    const usedSlots = new Set([...this.openWindows, ...this.#storedWindows()].map(({ slot }) => slot))
    let slot = 1
    while (usedSlots.has(slot)) slot += 1
    const window = this.#windowAt(slot)
    window.shopUrl = url
    window.open(url === null ? connectPath : pathname)
  }

  /** Returns the open windows of a shop. */
  windowsOf(url: string): ShopWindow[] {
    return this.openWindows.filter(({ shopUrl }) => shopUrl === url)
  }

  /** Sends an event to the pages of a shop. */
  send<Name extends BridgeEventName>(url: string, name: Name, value: BridgeEvents[Name]): void {
    for (const window of this.windowsOf(url)) window.send(name, value)
  }

  /** The first window, and the others that the settings remember. After a hidden start, they are not open yet. */
  #storedWindows(): ShopWindow[] {
    const slots = new Set([0, ...this.#deps.settings.get().windows.map(({ slot }) => slot)])
    return Array.from(slots, (slot) => this.#windowAt(slot))
  }

  #windowAt(slot: number): ShopWindow {
    const existingWindow = this.#windows.find((window) => window.slot === slot)
    if (existingWindow !== undefined) return existingWindow
    const { settings, shops, prepareSession, onHidden, onFocus } = this.#deps
    const newWindow = new ShopWindow({
      slot,
      settings,
      shopOf: (url) => shops().get(url)?.server ?? null,
      hidesOnClose: (window) =>
        !this.#isQuitting && !this.openWindows.some((other) => other !== window && other.isVisible),
      onHidden,
      onFocus: (window) => {
        this.#front = window
        onFocus()
      },
      onQuitCanceled: () => {
        this.#isQuitting = false
      },
      onClosed: (window) => this.#onClosed(window),
    })
    this.#windows.push(newWindow)
    prepareSession(newWindow.session, newWindow)
    return newWindow
  }

  #onClosed(window: ShopWindow): void {
    if (this.#isQuitting) return
    const { settings } = this.#deps
    settings.change({
      windows: settings.get().windows.filter(({ slot }) => slot === 0 || slot !== window.slot),
    })
    if (this.#front === window)
      this.#front = this.openWindows.find(({ isVisible }) => isVisible) ?? this.#windowAt(0)
  }
}
