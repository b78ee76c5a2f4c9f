import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'priormark-icons-'))
  const program = path.resolve(import.meta.dirname, '../scripts/make-icons.ts')
  execFileSync(process.execPath, [program, folder])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the red, green, blue and alpha values at positions given as fractions of the sides. */
async function colorsAt(png: Buffer, places: readonly (readonly [number, number])[]): Promise<number[][]> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return places.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4
    return [...data.subarray(at, at + 4)]
  })
}

const ink = [0x15, 0x14, 0x0f, 255]
const paper = [0xf6, 0xf3, 0xec, 255]

test('renders the Linux icon in every size, with a dark background and rounded corners', async () => {
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) {
    const png = readFileSync(path.join(folder, 'icons', `${size}x${size}.png`))
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: size, height: size })
  }
  const largest = readFileSync(path.join(folder, 'icons/512x512.png'))
  const [corner, ground, filled, open] = await colorsAt(largest, [
    [0.005, 0.005],
    [0.1, 0.5 - 0.1],
    [0.6, 0.4],
    [0.4, 0.4],
  ])
  expect([corner?.[3], ground, filled, open]).toEqual([0, ink, paper, ink])
})

test('puts eight images into the Windows icon, the small ones as bitmaps and the large one as PNG', async () => {
  const file = readFileSync(path.join(folder, 'icon.ico'))
  expect([file.readUInt16LE(0), file.readUInt16LE(2), file.readUInt16LE(4)]).toEqual([0, 1, 8])
  let end = 6 + 8 * 16
  const sizes: number[] = []
  for (let index = 0; index < 8; index += 1) {
    const line = file.subarray(6 + index * 16)
    const size = line.readUInt8(0) || 256
    const [length, offset] = [line.readUInt32LE(8), line.readUInt32LE(12)]
    sizes.push(size)
    expect(offset).toBe(end)
    end += length
    const body = file.subarray(offset, end)
    if (size === 256) {
      expect(await sharp(body).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 })
      continue
    }
    expect([body.readUInt32LE(0), body.readInt32LE(4), body.readInt32LE(8)]).toEqual([40, size, size * 2])
    expect(length).toBe(40 + size * size * 4 + size * Math.ceil(size / 32) * 4)
    // Rows are stored from the bottom up, blue first. The filled quarter is at the top right of the center.
    const row = size - 1 - Math.floor(size * 0.4)
    const at = 40 + (row * size + Math.floor(size * 0.6)) * 4
    expect([...body.subarray(at, at + 4)]).toEqual([0xec, 0xf3, 0xf6, 255])
  }
  expect(sizes).toEqual([16, 20, 24, 32, 40, 48, 64, 256])
  expect(end).toBe(file.length)
})

test('puts every size into the macOS icon, with a margin', async () => {
  const file = readFileSync(path.join(folder, 'icon.icns'))
  expect(file.subarray(0, 4).toString('latin1')).toBe('icns')
  expect(file.readUInt32BE(4)).toBe(file.length)
  const sizes: Record<string, number | undefined> = {}
  let at = 8
  while (at < file.length) {
    const length = file.readUInt32BE(at + 4)
    const { width } = await sharp(file.subarray(at + 8, at + length)).metadata()
    sizes[file.subarray(at, at + 4).toString('latin1')] = width
    at += length
  }
  expect(sizes).toEqual({
    ic11: 32,
    ic12: 64,
    ic07: 128,
    ic13: 256,
    ic08: 256,
    ic14: 512,
    ic09: 512,
    ic10: 1024,
  })
  const [margin, ground] = await colorsAt(file.subarray(file.lastIndexOf('ic10', undefined, 'latin1') + 8), [
    [0.05, 0.5],
    [0.15, 0.35],
  ])
  expect([margin?.[3], ground]).toEqual([0, ink])
})
