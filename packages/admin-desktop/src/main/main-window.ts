import path from 'node:path'
import { BrowserWindow, dialog, Menu, nativeTheme, screen, type MenuItemConstructorOptions } from 'electron'
import { consoleOrigin, type BridgeEventName, type BridgeEvents } from '../shared/bridge.ts'
import type { Settings, SettingsStore } from './settings-store.ts'

const usualSize = { width: 1280, height: 860 }
/** The page's background color, light and dark, to avoid a white flash before the page is loaded. */
const paper = () => (nativeTheme.shouldUseDarkColors ? '#15140f' : '#f6f3ec')

interface MainWindow {
  /** Shows the window, creating it at its last position if it was closed. */
  open(path?: string): void
  /** Sends an event to the page, if there is a window. */
  tell<Name extends BridgeEventName>(name: Name, value: BridgeEvents[Name]): void
  /** Shows download progress in the taskbar, 0 to 1; null removes it. */
  showProgress(share: number | null): void
  setZoom(level: number): void
}

export function createMainWindow(settings: SettingsStore): MainWindow {
  let window: BrowserWindow | null = null
  nativeTheme.on('updated', () => window?.setBackgroundColor(paper()))

  function make(address: string): void {
    const kept = visiblePlace(settings.get().window)
    const made = new BrowserWindow({
      ...usualSize,
      ...kept,
      minWidth: 400,
      minHeight: 300,
      show: false,
      title: 'Priormark',
      backgroundColor: paper(),
      webPreferences: {
        preload: path.join(import.meta.dirname, '../preload/index.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: true,
      },
    })
    window = made
    if (kept?.isMaximized === true) made.maximize()
    made.once('ready-to-show', () => {
      made.webContents.setZoomLevel(settings.get().zoomLevel)
      made.show()
    })
    made.on('close', () => {
      settings.change({ window: { ...made.getNormalBounds(), isMaximized: made.isMaximized() } })
    })
    made.on('closed', () => {
      window = null
    })
    made.webContents.on('will-prevent-unload', (event) => {
      const answer = dialog.showMessageBoxSync(made, {
        message: 'Leave without saving?',
        detail: 'Your latest changes are not saved.',
        buttons: ['Stay', 'Leave'],
        defaultId: 0,
        cancelId: 0,
      })
      if (answer === 1) event.preventDefault()
    })
    offerSpelling(made)
    load(made, address)
  }

  return {
    open(pathname) {
      if (window === null) return make(consoleOrigin + (pathname ?? '/admin'))
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
      if (pathname !== undefined) load(window, consoleOrigin + pathname)
    },
    tell: (name, told) => window?.webContents.send(name, told),
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
function visiblePlace(kept: Settings['window']): NonNullable<Settings['window']> | null {
  if (kept === null) return null
  const isVisible = screen
    .getAllDisplays()
    .some(
      ({ workArea }) =>
        kept.x < workArea.x + workArea.width - 50 &&
        kept.x + kept.width > workArea.x + 50 &&
        kept.y < workArea.y + workArea.height - 50 &&
        kept.y >= workArea.y - 20,
    )
  return isVisible ? kept : null
}

/** The context menu: spelling corrections and editing commands. */
function offerSpelling(window: BrowserWindow): void {
  const { webContents } = window
  webContents.on('context-menu', (_event, place) => {
    const { dictionarySuggestions, misspelledWord, isEditable, selectionText } = place
    if (!isEditable && selectionText === '') return
    const corrections: MenuItemConstructorOptions[] = dictionarySuggestions.map((word) => ({
      label: word,
      click: () => webContents.replaceMisspelling(word),
    }))
    const teaching: MenuItemConstructorOptions[] = [
      {
        label: 'Add to dictionary',
        click: () => webContents.session.addWordToSpellCheckerDictionary(misspelledWord),
      },
      { type: 'separator' },
    ]
    Menu.buildFromTemplate([
      ...corrections,
      ...(misspelledWord === '' ? [] : teaching),
      ...(isEditable ? [{ role: 'cut' as const }] : []),
      { role: 'copy' },
      ...(isEditable ? [{ role: 'paste' as const }] : []),
      { role: 'selectAll' },
    ]).popup({ window })
  })
}
