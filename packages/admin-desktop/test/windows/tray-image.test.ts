import process from 'node:process'
import { afterEach, expect, test, vi } from 'vitest'
import { createTray } from '../../src/main/windows/tray.ts'

const bitmaps = vi.hoisted(() => new Array<Buffer>())
vi.mock('electron', () => ({
  app: {},
  Menu: { buildFromTemplate: () => null },
  nativeImage: {
    createFromBitmap: (bitmap: Buffer) => {
      bitmaps.push(bitmap)
      return { setTemplateImage: () => undefined }
    },
  },
  Tray: class {
    on() {}
    setToolTip() {}
    setContextMenu() {}
  },
}))

const { platform } = process
afterEach(() => Object.defineProperty(process, 'platform', { value: platform }))

test('draws the mark as BGRA with smooth edges', () => {
  Object.defineProperty(process, 'platform', { value: 'linux' })
  createTray(() => undefined)
  const size = 32
  const [bitmap = Buffer.alloc(0)] = bitmaps
  const pixelAt = (x: number, y: number) => [...bitmap.subarray((y * size + x) * 4, (y * size + x) * 4 + 4)]
  expect(bitmap).toHaveLength(size * size * 4)
  expect(pixelAt(0, 0)).toEqual([0, 0, 0, 0])
  expect(pixelAt(16, 16)).toEqual([0x0f, 0x14, 0x15, 255])
  // The quarter at the top right is filled, the others are not.
  expect(pixelAt(20, 12)).toEqual([0x0f, 0x14, 0x15, 255])
  expect(pixelAt(12, 12)).toEqual([0xec, 0xf3, 0xf6, 255])
  const alphas = new Set(bitmap.filter((_byte, at) => at % 4 === 3))
  expect(alphas.size).toBeGreaterThan(2)
})
