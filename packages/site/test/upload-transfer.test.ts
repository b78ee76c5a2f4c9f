import { unzipSync } from 'fflate'
import { minUploadPartBytes } from '@priormark/core/limits'
import { describe, expect, test } from 'vitest'
import { nextPartBytes } from '../src/public/upload/send-parts.ts'
import { createRateMeter, rateText, sentText } from '../src/public/upload/transfer-text.ts'
import { zipFiles, zipName } from '../src/public/upload/zip-files.ts'

const megabyte = 1024 * 1024

test.each([
  [12.9 * megabyte, 47 * megabyte, '12 of 47 MB'],
  [0, 47 * megabyte, '0 of 47 MB'],
  [1.29 * megabyte, 2 * megabyte, '1.2 of 2.0 MB'],
  [100 * 1024, 400 * 1024, '100 of 400 KB'],
  [3, 4, '3 of 4 bytes'],
  [50 * megabyte + 700, 50 * megabyte, '50 of 50 MB'],
])('%d of %d bytes are shown as "%s"', (sent, total, text) => {
  expect(sentText(sent, total)).toBe(text)
})

test.each([
  [210 * 1024, 210 * 1024 * 220, '210 KB/s, about 4 min left'],
  [3.14 * megabyte, 35 * megabyte, '3.1 MB/s, about 20 s left'],
  [3 * megabyte, megabyte, '3.0 MB/s, a few seconds left'],
  [2 * 1024, 50 * megabyte, '2 KB/s, about 7 h left'],
  [10, 10_000, '1 KB/s, about 17 min left'],
])('at %d bytes a second with %d bytes left it says "%s"', (speed, left, text) => {
  expect(rateText(speed, left)).toBe(text)
})

test('the speed is that of the last seconds, and unknown at first and after a pause', () => {
  const rate = createRateMeter()
  rate.add(0, 0)
  rate.add(1_000, 1_000)
  expect(rate.bytesPerSecond()).toBeNull()
  rate.add(2_000, 2_000)
  expect(rate.bytesPerSecond()).toBe(1_000)
  for (let second = 3; second <= 20; second += 1) rate.add(2_000 + (second - 2) * 100, second * 1_000)
  expect(rate.bytesPerSecond()).toBe(100)
  rate.reset()
  rate.add(4_000, 30_000)
  expect(rate.bytesPerSecond()).toBeNull()
})

test('parts grow and shrink with the network, and are never too small for the server', () => {
  expect(nextPartBytes(megabyte, 100)).toBe(2 * megabyte)
  expect(nextPartBytes(8 * megabyte, 100)).toBe(8 * megabyte)
  expect(nextPartBytes(megabyte, 8_000)).toBe(megabyte / 2)
  expect(nextPartBytes(megabyte, 600_000)).toBeGreaterThanOrEqual(minUploadPartBytes)
})

describe('a ZIP of several files', () => {
  const file = (name: string, text: string) =>
    new File([text], name, { lastModified: Date.UTC(2026, 10, 22) })

  test('has each of them unchanged, also two of the same name', async () => {
    const zip = await zipFiles([
      file('song.wav', 'first'),
      file('song.wav', 'second'),
      file('ö note', 'x'.repeat(3_000_000)),
      file('empty.txt', ''),
    ])
    const entries = unzipSync(new Uint8Array(await zip.arrayBuffer()))
    const texts = Object.entries(entries).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])
    expect(texts).toEqual([
      ['song.wav', 'first'],
      ['song (2).wav', 'second'],
      ['ö note', 'x'.repeat(3_000_000)],
      ['empty.txt', ''],
    ])
    expect(zip.size).toBeGreaterThan(3_000_000)
  })

  test.each([
    ['song.wav', 'song and 1 more.zip'],
    ['.profile', '.profile and 1 more.zip'],
    ['notes', 'notes and 1 more.zip'],
  ])('is named after the first one: %s', (name, zip) => {
    expect(zipName([file(name, ''), file('b', '')])).toBe(zip)
  })
})
