import path from 'node:path'
import {
  BrowserWindow,
  dialog,
  Menu,
  type MenuItemConstructorOptions,
  nativeTheme,
  screen,
  session,
  type Session,
  type WebContents,
} from 'electron'
import {
  appOrigin,
  type BridgeEventName,
  type BridgeEvents,
  type SavedServer,
  type MenuScreen,
} from '../../shared/bridge.ts'
import type { Position, SettingsStore } from '../platform/settings-store.ts'

const defaultSize = { width: 1280, height: 860 }
/** The page's background color, light and dark, to avoid a white flash before the page is loaded. */
const backgroundColor = () => (nativeTheme.shouldUseDarkColors ? '#15140f' : '#f6f3ec')

interface ShopWindowDeps {
  /** 0 for the first window. A window that is opened later reuses the number of one that was closed. */
  slot: number
  settings: SettingsStore
  /** Returns the saved shop with this address. */
  shopOf: (url: string | null) => SavedServer | null
  /** Whether closing the window only hides it. */
  hidesOnClose: (window: ShopWindow) => boolean
  onHidden: () => void
  onFocus: (window: ShopWindow) => void
  /** Called when the person stays on a page with unsaved text instead of quitting. */
  onQuitCanceled: () => void
  /** Called when the window was closed, not only hidden. */
  onClosed: (window: ShopWindow) => void
}

/** One window of the app: it shows one shop, and has its own browser session. */
export class ShopWindow {
  readonly slot: number
  /** The screens of its page, for the menu. */
  screens: readonly MenuScreen[] = []
  #deps: ShopWindowDeps
  #window: BrowserWindow | null = null
  #isHidden = false

  constructor(deps: ShopWindowDeps) {
    this.#deps = deps
    this.slot = deps.slot
    nativeTheme.on('updated', () => this.#window?.setBackgroundColor(backgroundColor()))
  }

  /** The address of the shop that it shows; null before it is connected. */
  get shopUrl(): string | null {
    return this.#stored.shop
  }
  set shopUrl(url: string | null) {
    this.#store({ shop: url })
    this.showTitle()
  }

  get isOpen(): boolean {
    return this.#window !== null
  }
  get isVisible(): boolean {
    return this.#window !== null && !this.#isHidden
  }
  get session(): Session {
    return this.slot === 0 ? session.defaultSession : session.fromPartition(`persist:window-${this.slot}`)
  }

  owns(contents: WebContents): boolean {
    return this.#window?.webContents === contents
  }

  /** Shows the window, creating it at its last position if it was closed. */
  open(pathname?: string): void {
    const window = this.#window
    if (window === null) return this.#create(appOrigin + (pathname ?? '/admin'))
    this.#isHidden = false
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
    if (pathname !== undefined) load(window, appOrigin + pathname)
  }

  /** Sends an event to the page, if there is a window. */
  send<Name extends BridgeEventName>(name: Name, value: BridgeEvents[Name]): void {
    this.#window?.webContents.send(name, value)
  }

  /** Calls `work` with the browser window, if it is open. */
  withWindow(work: (window: BrowserWindow) => void): void {
    if (this.#window !== null) work(this.#window)
  }

  /** Shows the screen and the shop, such as "Orders · Harbour Shop (shop.example)", because two shops may have the same name. */
  showTitle(): void {
    const shop = this.#deps.shopOf(this.shopUrl)
    if (shop === null) return this.#window?.setTitle('Priormark')
    const name = `${shop.name} (${new URL(shop.url).host})`
    const screenName = this.#window?.webContents.getTitle().replace(/ · Priormark admin$/, '') ?? ''
    const isNamed = screenName !== '' && screenName !== 'Priormark'
    this.#window?.setTitle(isNamed ? `${screenName} · ${name}` : name)
  }

  #create(address: string): void {
    const { settings } = this.#deps
    const position = visiblePosition(this.#stored.position)
    const window = new BrowserWindow({
      ...defaultSize,
      ...position,
      minWidth: 400,
      minHeight: 300,
      show: false,
      title: 'Priormark',
      backgroundColor: backgroundColor(),
      webPreferences: {
        preload: path.join(import.meta.dirname, '../preload/index.cjs'),
        session: this.session,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: true,
      },
    })
    this.#window = window
    this.#isHidden = false
    if (position?.isMaximized === true) window.maximize()
    window.once('ready-to-show', () => {
      window.webContents.setZoomLevel(settings.get().zoomLevel)
      window.show()
    })
    window.on('page-title-updated', (event) => {
      event.preventDefault()
      this.showTitle()
    })
    window.on('focus', () => this.#deps.onFocus(this))
    // The mouse buttons and keys for Back and Forward, on Windows and Linux.
    window.on('app-command', (_event, command) => {
      const { navigationHistory } = window.webContents
      if (command === 'browser-backward') navigationHistory.goBack()
      if (command === 'browser-forward') navigationHistory.goForward()
    })
    window.on('close', (event) => this.#close(window, event))
    window.on('closed', () => {
      this.#window = null
      this.screens = []
      this.#deps.onClosed(this)
    })
    window.webContents.on('will-prevent-unload', (event) => this.#askToLeave(window, event))
    window.webContents.on('found-in-page', (_event, { activeMatchOrdinal, matches }) =>
      this.send('foundInPage', { active: activeMatchOrdinal, total: matches }),
    )
    addContextMenu(window)
    load(window, address)
    this.#deps.onFocus(this)
  }

  #close(window: BrowserWindow, event: { preventDefault(): void }): void {
    this.#store({ position: { ...window.getNormalBounds(), isMaximized: window.isMaximized() } })
    if (!this.#deps.hidesOnClose(this)) return
    event.preventDefault()
    window.hide()
    this.#isHidden = true
    this.#deps.onHidden()
  }

  #askToLeave(window: BrowserWindow, event: { preventDefault(): void }): void {
    // The window may be hidden when the app quits.
    if (this.#isHidden) this.open()
    const button = dialog.showMessageBoxSync(window, {
      message: 'Leave without saving?',
      detail: 'Your latest changes are not saved.',
      buttons: ['Stay', 'Leave'],
      defaultId: 0,
      cancelId: 0,
    })
    if (button === 1) event.preventDefault()
    else this.#deps.onQuitCanceled()
  }

  get #stored() {
    const { windows } = this.#deps.settings.get()
    return windows.find(({ slot }) => slot === this.slot) ?? { slot: this.slot, shop: null, position: null }
  }

  #store(change: { shop?: string | null; position?: Position }): void {
    const { settings } = this.#deps
    const otherWindows = settings.get().windows.filter(({ slot }) => slot !== this.slot)
    settings.change({ windows: [...otherWindows, { ...this.#stored, ...change }] })
  }
}

function load(window: BrowserWindow, address: string): void {
  // Staying on a page with unsaved text is not an error.
  window.loadURL(address).catch(() => {})
}

/** Returns the stored window position if it is still visible on a screen. */
function visiblePosition(storedPosition: Position | null): Position | null {
  if (storedPosition === null) return null
  const isVisible = screen
    .getAllDisplays()
    .some(
      ({ workArea }) =>
        storedPosition.x < workArea.x + workArea.width - 50 &&
        storedPosition.x + storedPosition.width > workArea.x + 50 &&
        storedPosition.y < workArea.y + workArea.height - 50 &&
        storedPosition.y >= workArea.y - 20,
    )
  return isVisible ? storedPosition : null
}

/** Adds a context menu with spelling corrections and editing commands. */
function addContextMenu(window: BrowserWindow): void {
  const { webContents } = window
  webContents.on('context-menu', (_event, params) => {
    const { dictionarySuggestions, misspelledWord, isEditable, selectionText } = params
    if (!isEditable && selectionText === '') return
    const corrections: MenuItemConstructorOptions[] = dictionarySuggestions.map((word) => ({
      label: word,
      click: () => webContents.replaceMisspelling(word),
    }))
    const dictionaryItems: MenuItemConstructorOptions[] = [
      {
        label: 'Add to dictionary',
        click: () => webContents.session.addWordToSpellCheckerDictionary(misspelledWord),
      },
      { type: 'separator' },
    ]
    Menu.buildFromTemplate([
      ...corrections,
      ...(misspelledWord === '' ? [] : dictionaryItems),
      ...(isEditable ? [{ role: 'cut' as const }] : []),
      { role: 'copy' },
      ...(isEditable ? [{ role: 'paste' as const }] : []),
      { role: 'selectAll' },
    ]).popup({ window })
  })
}
