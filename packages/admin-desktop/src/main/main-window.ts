import path from 'node:path'
import { BrowserWindow, dialog, Menu, nativeTheme, screen, type MenuItemConstructorOptions } from 'electron'
import { appOrigin, type BridgeEventName, type BridgeEvents } from '../shared/bridge.ts'
import type { Settings, SettingsStore } from './settings-store.ts'

const defaultSize = { width: 1280, height: 860 }
/** The page's background color, light and dark, to avoid a white flash before the page is loaded. */
const backgroundColor = () => (nativeTheme.shouldUseDarkColors ? '#15140f' : '#f6f3ec')

interface MainWindow {
  /** Shows the window, creating it at its last position if it was closed. */
  open(path?: string): void
  /** Sends an event to the page, if there is a window. */
  send<Name extends BridgeEventName>(name: Name, value: BridgeEvents[Name]): void
  /** Shows download progress in the taskbar, 0 to 1; null removes it. */
  showProgress(share: number | null): void
  setZoom(level: number): void
}

export function createMainWindow(settings: SettingsStore): MainWindow {
  let window: BrowserWindow | null = null
  nativeTheme.on('updated', () => window?.setBackgroundColor(backgroundColor()))

  function create(address: string): void {
    const position = visiblePosition(settings.get().window)
    const created = new BrowserWindow({
      ...defaultSize,
      ...position,
      minWidth: 400,
      minHeight: 300,
      show: false,
      title: 'Priormark',
      backgroundColor: backgroundColor(),
      webPreferences: {
        preload: path.join(import.meta.dirname, '../preload/index.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: true,
      },
    })
    window = created
    if (position?.isMaximized === true) created.maximize()
    created.once('ready-to-show', () => {
      created.webContents.setZoomLevel(settings.get().zoomLevel)
      created.show()
    })
    created.on('close', () => {
      settings.change({ window: { ...created.getNormalBounds(), isMaximized: created.isMaximized() } })
    })
    created.on('closed', () => {
      window = null
    })
    created.webContents.on('will-prevent-unload', (event) => {
      const button = dialog.showMessageBoxSync(created, {
        message: 'Leave without saving?',
        detail: 'Your latest changes are not saved.',
        buttons: ['Stay', 'Leave'],
        defaultId: 0,
        cancelId: 0,
      })
      if (button === 1) event.preventDefault()
    })
    addContextMenu(created)
    load(created, address)
  }

  return {
    open(pathname) {
      if (window === null) return create(appOrigin + (pathname ?? '/admin'))
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
      if (pathname !== undefined) load(window, appOrigin + pathname)
    },
    send: (name, value) => window?.webContents.send(name, value),
    showProgress: (share) => window?.setProgressBar(share ?? -1),
    setZoom(level) {
      settings.change({ zoomLevel: level })
      window?.webContents.setZoomLevel(level)
    },
  }
}

function load(window: BrowserWindow, address: string): void {
  // Staying on a page with unsaved text is not an error.
  window.loadURL(address).catch(() => {})
}

/** Returns the stored window position if it is still visible on a screen. */
function visiblePosition(stored: Settings['window']): NonNullable<Settings['window']> | null {
  if (stored === null) return null
  const isVisible = screen
    .getAllDisplays()
    .some(
      ({ workArea }) =>
        stored.x < workArea.x + workArea.width - 50 &&
        stored.x + stored.width > workArea.x + 50 &&
        stored.y < workArea.y + workArea.height - 50 &&
        stored.y >= workArea.y - 20,
    )
  return isVisible ? stored : null
}

/** The context menu: spelling corrections and editing commands. */
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
