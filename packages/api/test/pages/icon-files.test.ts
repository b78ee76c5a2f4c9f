import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'

const folder = path.resolve(import.meta.dirname, '../../../site/static')
const fileIn = (name: string) => readFileSync(path.join(folder, name))

/** The mark at a size, as RGBA. */
const mark = (size: number) =>
  sharp(fileIn('icon.svg'), { density: (72 * size) / 24 })
    .resize(size, size)
    .ensureAlpha()
    .raw()
    .toBuffer()

function meanDifference(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length)
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length
}

test('apple-touch-icon.png is the mark of the brand', async () => {
  const icon = sharp(fileIn('apple-touch-icon.png'))
  expect(await icon.metadata()).toMatchObject({ width: 180, height: 180 })
  expect(meanDifference(await icon.ensureAlpha().raw().toBuffer(), await mark(180))).toBeLessThan(1)
})

test('favicon.ico is the mark in three sizes', async () => {
  const file = fileIn('favicon.ico')
  const count = file.readUInt16LE(4)
  const sizes = Array.from({ length: count }, (_, index) => file[6 + index * 16] ?? 0)
  expect(sizes).toEqual([16, 32, 48])
  for (const [index, size] of sizes.entries()) {
    const start = file.readUInt32LE(6 + index * 16 + 12) + 40
    const pixels = Buffer.alloc(size * size * 4)
    // A bitmap of an icon is BGRA and starts with its lowest row.
    for (let pixel = 0; pixel < size * size; pixel += 1) {
      const source = start + ((size - 1 - Math.floor(pixel / size)) * size + (pixel % size)) * 4
      pixels.set(
        [2, 1, 0, 3].map((channel) => file[source + channel] ?? 0),
        pixel * 4,
      )
    }
    expect(meanDifference(pixels, await mark(size))).toBeLessThan(1)
  }
})
