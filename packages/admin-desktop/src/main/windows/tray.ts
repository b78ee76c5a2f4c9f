import { counted } from '@priormark/core/platform/counted'
import { app, Menu, Tray, type MenuItemConstructorOptions, nativeImage, type NativeImage } from 'electron'
import process from 'node:process'
import { loginItem } from '../operations/login-item.ts'

/**
 * Creates the tray icon, from which the app is opened and quit while its windows are closed. The returned function shows how many
 * orders are to be fulfilled.
 */
export function createTray(onOpen: () => void): (toFulfill: number) => void {
  const tray = new Tray(trayImage())
  tray.on('click', onOpen)
  const show = (toFulfill: number) => {
    const orders = ordersText(toFulfill)
    tray.setToolTip(toFulfill === 0 ? 'Priormark' : `Priormark: ${orders}`)
    // Linux shows changes of a menu only if it is set again.
    tray.setContextMenu(Menu.buildFromTemplate(trayMenu(orders, onOpen)))
  }
  show(0)
  return show
}

/** Returns "3 orders to fulfill". */
export function ordersText(toFulfill: number): string {
  return `${counted(toFulfill, 'order', 'orders')} to fulfill`
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

/** Samples per pixel in each direction, for smooth edges. */
const samples = 4

/** Returns the color at a point of a 24 × 24 drawing as [red, green, blue, alpha]; null if nothing is drawn there. */
type Drawing = (x: number, y: number) => readonly [number, number, number, number] | null

const ink = [0x15, 0x14, 0x0f, 255] as const
const paper = [0xf6, 0xf3, 0xec, 255] as const
const red = [0xb8, 0x32, 0x1a, 255] as const

/** The logo: the registration mark of RegistrationMark.tsx, with lines that are wide enough for 16 pixels. */
const isMark = (x: number, y: number) => {
  const [right, down] = [x - 12, y - 12]
  const distance = Math.hypot(right, down)
  const isQuarter = right > 0 && down < 0 && distance < 8
  return isQuarter || Math.abs(distance - 8) < 1 || Math.abs(right) < 1 || Math.abs(down) < 1
}
/** On a disc in the paper color, so that it shows on bright and dark taskbars. */
const markOnPaper: Drawing = (x, y) => {
  if (Math.hypot(x - 12, y - 12) > 12) return null
  return isMark(x, y) ? ink : paper
}
const bareMark: Drawing = (x, y) => (isMark(x, y) ? ink : null)
const dot: Drawing = (x, y) => (Math.hypot(x - 12, y - 12) < 10 ? red : null)

/** The icon of the tray. macOS colors it as its menu bar needs. */
function trayImage(): NativeImage {
  const isMac = process.platform === 'darwin'
  const size = 32
  const image = nativeImage.createFromBitmap(bitmapOf(isMac ? bareMark : markOnPaper, size), {
    width: size,
    height: size,
    scaleFactor: isMac ? 2 : 1,
  })
  image.setTemplateImage(isMac)
  return image
}

/** The red dot on the app's taskbar icon on Windows while there are orders to fulfill. */
export function overlayImage(): NativeImage {
  return nativeImage.createFromBitmap(bitmapOf(dot, 16), { width: 16, height: 16 })
}

/** Draws as BGRA with premultiplied alpha, the format of Electron's bitmaps. */
function bitmapOf(drawing: Drawing, size: number): Buffer {
  const bitmap = Buffer.alloc(size * size * 4)
  const step = 24 / (size * samples)
  for (let pixel = 0; pixel < size * size; pixel++) {
    const sums = [0, 0, 0, 0]
    for (let sample = 0; sample < samples * samples; sample++) {
      const column = (pixel % size) * samples + (sample % samples)
      const row = Math.floor(pixel / size) * samples + Math.floor(sample / samples)
      const [r, g, b, a] = drawing((column + 0.5) * step, (row + 0.5) * step) ?? [0, 0, 0, 0]
      for (const [channel, value] of [b, g, r, a].entries()) sums[channel] = (sums[channel] ?? 0) + value
    }
    for (const [channel, sum] of sums.entries()) {
      bitmap[pixel * 4 + channel] = Math.round(sum / (samples * samples))
    }
  }
  return bitmap
}
