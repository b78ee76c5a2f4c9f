import process from 'node:process'
import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { MenuCommand, MenuScreen } from '../../shared/bridge.ts'
import { loginItem } from '../operations/login-item.ts'
import type { Updates } from '../operations/updates.ts'
import type { SettingsStore } from '../platform/settings-store.ts'
import { connectPath, type ShopWindows } from './shop-windows.ts'

interface MenuDeps {
  windows: ShopWindows
  settings: SettingsStore
  syncNow: () => void
  /** Null if this installation does not look for updates. */
  updates: Updates | null
}

/** The screens in the Go menu until the page reports its own. */
const firstScreens: readonly MenuScreen[] = [
  { path: '/admin/dashboard', label: 'Orders' },
  { path: '/admin/blog', label: 'Blog' },
]

/** Sets the application menu with its shortcuts. Its items act on the window in front. */
export function setMenu(deps: MenuDeps): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(deps)))
}

function menuTemplate(deps: MenuDeps): MenuItemConstructorOptions[] {
  const isMac = process.platform === 'darwin'
  const about: MenuItemConstructorOptions[] = [
    { id: 'about', label: 'About Priormark', click: () => app.showAboutPanel() },
    ...updateItems(deps.updates),
  ]
  const appMenu: MenuItemConstructorOptions[] = [
    ...about,
    { type: 'separator' },
    ...loginItem.menuItems(),
    { role: 'services' },
    { type: 'separator' },
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    { type: 'separator' },
    { id: 'quit', role: 'quit' },
  ]
  return [
    ...(isMac ? [{ label: 'Priormark', submenu: appMenu }] : []),
    { label: 'File', submenu: fileMenu(deps, isMac) },
    { label: 'Edit', submenu: editMenu(deps) },
    { label: 'Go', submenu: goMenu(deps, isMac) },
    { label: 'View', submenu: viewMenu(deps) },
    { role: 'windowMenu' },
    ...(isMac ? [] : [{ label: 'Help', submenu: about }]),
  ]
}

function updateItems(updates: Updates | null): MenuItemConstructorOptions[] {
  if (updates === null) return []
  if (updates.readyVersion === null)
    return [{ id: 'updates', label: 'Check for updates', click: () => updates.check() }]
  return [{ id: 'updates', label: 'Restart to update', click: () => updates.restart() }]
}

function item(id: string, label: string, accelerator: string, click: () => void): MenuItemConstructorOptions {
  return { id, label, accelerator, click }
}

function fileMenu({ windows, syncNow }: MenuDeps, isMac: boolean): MenuItemConstructorOptions[] {
  return [
    item('new-post', 'New post', 'CmdOrCtrl+N', () => windows.show('/admin/blog/editor')),
    item('new-window', 'New window', 'CmdOrCtrl+Shift+N', () => windows.openNew(windows.frontWindow.shopUrl)),
    item('other-shop', 'Open another shop…', 'CmdOrCtrl+O', () => windows.openNew(null)),
    { type: 'separator' },
    item('sync', 'Sync now', 'CmdOrCtrl+Shift+R', syncNow),
    item('servers', 'Saved shops…', 'CmdOrCtrl+Shift+S', () => windows.show(connectPath)),
    { type: 'separator' },
    ...(isMac ? [] : loginItem.menuItems()),
    { id: 'close', role: 'close' },
    ...(isMac ? [] : [{ id: 'quit', role: 'quit' as const }]),
  ]
}

function editMenu({ windows }: MenuDeps): MenuItemConstructorOptions[] {
  return [
    { role: 'undo' },
    { role: 'redo' },
    { type: 'separator' },
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'pasteAndMatchStyle' },
    { role: 'selectAll' },
    { type: 'separator' },
    item('search', 'Find', 'CmdOrCtrl+F', () => sendCommand(windows, 'search')),
    item('find-in-page', 'Find in page', 'CmdOrCtrl+Shift+F', () => sendCommand(windows, 'find-bar')),
  ]
}

function goMenu({ windows }: MenuDeps, isMac: boolean): MenuItemConstructorOptions[] {
  const { screens } = windows.frontWindow
  return [
    item('back', 'Back', isMac ? 'Cmd+[' : 'Alt+Left', () =>
      windows.frontWindow.withWindow(({ webContents }) => webContents.navigationHistory.goBack()),
    ),
    item('forward', 'Forward', isMac ? 'Cmd+]' : 'Alt+Right', () =>
      windows.frontWindow.withWindow(({ webContents }) => webContents.navigationHistory.goForward()),
    ),
    { type: 'separator' },
    {
      ...item('palette', 'Command palette', 'CmdOrCtrl+K', () => sendCommand(windows, 'palette')),
      // The page handles the key, because in the text editor it makes a link.
      registerAccelerator: false,
    },
    { type: 'separator' },
    ...(screens.length > 0 ? screens : firstScreens).map(({ path, label }, index) => ({
      id: `go ${path}`,
      label,
      ...(index < 9 && { accelerator: `CmdOrCtrl+${index + 1}` }),
      click: () => sendCommand(windows, `/${path.slice(1)}`),
    })),
  ]
}

function sendCommand(windows: ShopWindows, command: MenuCommand): void {
  windows.frontWindow.send('menuCommand', command)
}

function viewMenu({ windows, settings }: MenuDeps): MenuItemConstructorOptions[] {
  const setZoom = (zoomLevel: number) => {
    settings.change({ zoomLevel })
    for (const shopWindow of windows.openWindows)
      shopWindow.withWindow(({ webContents }) => webContents.setZoomLevel(zoomLevel))
  }
  const { get } = settings
  return [
    { role: 'reload' },
    item('zoom-in', 'Zoom in', 'CmdOrCtrl+Plus', () => setZoom(Math.min(get().zoomLevel + 0.5, 5))),
    item('zoom-out', 'Zoom out', 'CmdOrCtrl+-', () => setZoom(Math.max(get().zoomLevel - 0.5, -5))),
    item('zoom-reset', 'Actual size', 'CmdOrCtrl+0', () => setZoom(0)),
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ]
}
