import process from 'node:process'
import { app, Menu, type MenuItemConstructorOptions } from 'electron'

interface MenuParts {
  /** Navigates to a page of the app. */
  goTo: (path: string) => void
  syncNow: () => void
  zoomLevel: () => number
  setZoom: (level: number) => void
  /** Null if no update feed is configured. */
  checkForUpdates: (() => void) | null
}

/** Sets the application menu with its shortcuts. */
export function setMenu(parts: MenuParts): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(parts)))
}

function menuTemplate(parts: MenuParts): MenuItemConstructorOptions[] {
  const isMac = process.platform === 'darwin'
  const updates: MenuItemConstructorOptions[] =
    parts.checkForUpdates === null
      ? []
      : [{ id: 'updates', label: 'Check for updates', click: parts.checkForUpdates }]
  const about: MenuItemConstructorOptions[] = [
    { id: 'about', label: 'About Priormark', click: () => app.showAboutPanel() },
    ...updates,
  ]
  const program: MenuItemConstructorOptions[] = [
    ...about,
    { type: 'separator' },
    { role: 'services' },
    { type: 'separator' },
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    { type: 'separator' },
    { role: 'quit' },
  ]
  const goTo = (id: string, label: string, path: string, accelerator: string) => ({
    id,
    label,
    accelerator,
    click: () => parts.goTo(path),
  })
  return [
    ...(isMac ? [{ label: 'Priormark', submenu: program }] : []),
    {
      label: 'File',
      submenu: [
        goTo('new-post', 'New post', '/admin/blog/editor', 'CmdOrCtrl+N'),
        { id: 'sync', label: 'Sync now', accelerator: 'CmdOrCtrl+Shift+R', click: parts.syncNow },
        { type: 'separator' },
        goTo('servers', 'Shops…', '/connect', 'CmdOrCtrl+Shift+S'),
        { type: 'separator' },
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        goTo('orders', 'Orders', '/admin', 'CmdOrCtrl+1'),
        goTo('blog', 'Blog', '/admin/blog', 'CmdOrCtrl+2'),
        goTo('images', 'Images', '/admin/blog/images', 'CmdOrCtrl+3'),
        { type: 'separator' },
        { role: 'reload' },
        {
          id: 'zoom-in',
          label: 'Zoom in',
          accelerator: 'CmdOrCtrl+Plus',
          click: () => parts.setZoom(Math.min(parts.zoomLevel() + 0.5, 5)),
        },
        {
          id: 'zoom-out',
          label: 'Zoom out',
          accelerator: 'CmdOrCtrl+-',
          click: () => parts.setZoom(Math.max(parts.zoomLevel() - 0.5, -5)),
        },
        { id: 'zoom-reset', label: 'Actual size', accelerator: 'CmdOrCtrl+0', click: () => parts.setZoom(0) },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    ...(isMac ? [] : [{ label: 'Help', submenu: about }]),
  ]
}
