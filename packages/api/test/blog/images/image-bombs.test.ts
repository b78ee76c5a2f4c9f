import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodeImage } from '../../../src/blog/images/image-files.ts'
import { gifBomb, pngBomb, pngTextBomb, webpBomb } from './image-bombs.ts'

const program = path.resolve(import.meta.dirname, '../../../testing/processes/process-image.ts')

/** Processes an image in its own process. Returns the outcome and the memory growth in megabytes. */
async function encodeInProcess(bytes: Buffer): Promise<{ outcome: string; megabytes: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'priormark-bomb-'))
  const file = path.join(folder, 'bomb')
  await writeFile(file, bytes)
  const { stdout } = await promisify(execFile)(process.execPath, [program, file])
  await rm(folder, { recursive: true })
  const [outcome = '', kilobytes] = stdout.trim().split('\t')
  return { outcome, megabytes: Number(kilobytes) / 1_024 }
}

const pixel = () => sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } }).webp()

const tooManyPixels = 'This image is too large to process. The limit is 50 million pixels across all frames.'
const tooManyFrames = 'This image has too many frames. The limit is 500.'

test.each([
  ['a PNG of 50,000 x 50,000 pixels', async () => pngBomb(50_000, 50_000), tooManyPixels],
  ['a GIF of 500 frames of 5,000 x 5,000 pixels', async () => gifBomb(5_000, 500), tooManyPixels],
  ['a GIF of 100,000 frames of one pixel', async () => gifBomb(1, 100_000), tooManyFrames],
  [
    'a WebP of 400 frames of 4,000 x 4,000 pixels',
    async () => webpBomb(4_000, 400, await pixel().toBuffer()),
    tooManyPixels,
  ],
  [
    'a WebP of 5,000 frames of 16 x 16 pixels',
    async () => webpBomb(16, 5_000, await pixel().toBuffer()),
    tooManyFrames,
  ],
])('rejects %s with a message, without decoding it', async (_, make, message) => {
  const bomb = await make()
  expect(bomb.length).toBeLessThan(10 * 1024 * 1024)
  const { outcome, megabytes } = await encodeInProcess(bomb)
  expect(outcome).toBe(`413 ${message}`)
  expect(megabytes).toBeLessThan(150)
})

test.each(['zTXt', 'iTXt'] as const)('encodes a PNG without reading its %s chunks', async (type) => {
  const { outcome, megabytes } = await encodeInProcess(pngTextBomb(type, 100))
  expect(outcome).toBe('encoded')
  expect(megabytes).toBeLessThan(150)
})

test('accepts an animation that is not a bomb', async () => {
  expect(await encodeImage(gifBomb(20, 12))).toMatchObject({ width: 20, height: 20 })
  expect(await encodeImage(webpBomb(16, 3, await pixel().toBuffer()))).toMatchObject({
    width: 16,
    height: 16,
  })
})
