import process from 'node:process'
import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { MenuCommand, MenuScreen } from '../../shared/bridge.ts'
import { loginItem } from '../operations/login-item.ts'
import type { Updates } from '../operations/updates.ts'

interface MenuDeps {
  /** The screens of the window in front. */
  screens: readonly MenuScreen[]
  /** Navigates the window in front to a page of the app. */
  goTo: (path: string) => void
  /** Sends a command to the page of the window in front. */
  run: (command: MenuCommand) => void
  /** Goes back or forward in the window in front. */
  move: (direction: 'back' | 'forward') => void
  /** Opens another window: of the same shop, or on the screen where a shop is chosen. */
  newWindow: (shop: 'same' | 'other') => void
  syncNow: () => void
  zoomLevel: () => number
  setZoom: (level: number) => void
  /** Null if this installation does not look for updates. */
  updates: Updates | null
}

/** The screens in the Go menu until the page reports its own. */
const firstScreens: readonly MenuScreen[] = [
  { path: '/admin/dashboard', label: 'Orders' },
  { path: '/admin/blog', label: 'Blog' },
]

/** Sets the application menu with its shortcuts. */
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

function fileMenu(deps: MenuDeps, isMac: boolean): MenuItemConstructorOptions[] {
  return [
    item('new-post', 'New post', 'CmdOrCtrl+N', () => deps.goTo('/admin/blog/editor')),
    item('new-window', 'New window', 'CmdOrCtrl+Shift+N', () => deps.newWindow('same')),
    item('other-shop', 'Open another shop…', 'CmdOrCtrl+O', () => deps.newWindow('other')),
    { type: 'separator' },
    item('sync', 'Sync now', 'CmdOrCtrl+Shift+R', deps.syncNow),
    item('servers', 'Saved shops…', 'CmdOrCtrl+Shift+S', () => deps.goTo('/connect')),
    { type: 'separator' },
    ...(isMac ? [] : loginItem.menuItems()),
    { id: 'close', role: 'close' },
    ...(isMac ? [] : [{ id: 'quit', role: 'quit' as const }]),
  ]
}

function editMenu({ run }: MenuDeps): MenuItemConstructorOptions[] {
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
    item('search', 'Find', 'CmdOrCtrl+F', () => run('search')),
    item('find', 'Find in page', 'CmdOrCtrl+Shift+F', () => run('find-bar')),
  ]
}

function goMenu({ screens, run, move }: MenuDeps, isMac: boolean): MenuItemConstructorOptions[] {
  return [
    item('back', 'Back', isMac ? 'Cmd+[' : 'Alt+Left', () => move('back')),
    item('forward', 'Forward', isMac ? 'Cmd+]' : 'Alt+Right', () => move('forward')),
    { type: 'separator' },
    {
      ...item('palette', 'Command palette', 'CmdOrCtrl+K', () => run('palette')),
      // The page handles the key, because in the text editor it makes a link.
      registerAccelerator: false,
    },
    { type: 'separator' },
    ...(screens.length > 0 ? screens : firstScreens).map(({ path, label }, index) => ({
      id: `go ${path}`,
      label,
      ...(index < 9 && { accelerator: `CmdOrCtrl+${index + 1}` }),
      click: () => run(`/${path.slice(1)}`),
    })),
  ]
}

function viewMenu(deps: MenuDeps): MenuItemConstructorOptions[] {
  return [
    { role: 'reload' },
    item('zoom-in', 'Zoom in', 'CmdOrCtrl+Plus', () => deps.setZoom(Math.min(deps.zoomLevel() + 0.5, 5))),
    item('zoom-out', 'Zoom out', 'CmdOrCtrl+-', () => deps.setZoom(Math.max(deps.zoomLevel() - 0.5, -5))),
    item('zoom-reset', 'Actual size', 'CmdOrCtrl+0', () => deps.setZoom(0)),
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ]
}
