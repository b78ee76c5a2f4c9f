import { app, Menu, Tray, type MenuItemConstructorOptions } from 'electron'
import { loginItem } from '../operations/login-item.ts'
import { trayImage } from './tray-image.ts'

export interface AppTray {
  /** Shows how many orders are to be fulfilled. */
  show(toFulfill: number): void
}

/** Creates the tray icon, from which the app is opened and quit while its windows are closed. */
export function createTray({ onOpen }: { onOpen: () => void }): AppTray {
  const tray = new Tray(trayImage())
  tray.on('click', onOpen)
  const show = (toFulfill: number) => {
    const orders = ordersText(toFulfill)
    tray.setToolTip(toFulfill === 0 ? 'Priormark' : `Priormark: ${orders}`)
    // Linux shows changes of a menu only if it is set again.
    tray.setContextMenu(Menu.buildFromTemplate(trayMenu(orders, onOpen)))
  }
  show(0)
  return { show }
}

/** "3 orders to fulfill". */
export function ordersText(toFulfill: number): string {
  return `${toFulfill} ${toFulfill === 1 ? 'order' : 'orders'} to fulfill`
}

function trayMenu(orders: string, onOpen: () => void): MenuItemConstructorOptions[] {
  return [
    { id: 'tray-open', label: 'Open Priormark', click: onOpen },
    { id: 'tray-orders', label: orders, click: onOpen },
    { type: 'separator' },
    ...loginItem.menuItems(),
    { id: 'tray-quit', label: 'Quit', click: () => app.quit() },
  ]
}
