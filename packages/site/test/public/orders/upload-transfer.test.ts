import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { maxOrderFileBytes, minUploadPartBytes } from '@priormark/core/platform/limits'
import { propertyRuns } from '@priormark/core/testing/depth'
import { describe, expect, test } from 'vitest'
import {
  createRateMeter,
  nextPartBytes,
  sentText,
  transferText,
} from '../../../src/public/orders/upload/transfer.ts'
import { offerEntries } from '../../../src/public/orders/upload/zip-offer.ts'
import { zipFiles, zipName } from '../../../src/public/orders/upload/zip-files.ts'

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
  const shown = transferText({ status: 'sending', sentBytes: 0, fileSize: left, speed })
  expect(shown).toBe(`${sentText(0, left)}, ${text}`)
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
  const file = (name: string, text: string, lastModified = Date.UTC(2026, 10, 22)) =>
    new File([text], name, { lastModified })
  /** Returns the paths in a ZIP of files with these paths. */
  const zippedPaths = async (paths: readonly string[]) => {
    const zip = await zipFiles(
      paths.map((path) => ({ path, file: file('x', path) })),
      'all.zip',
    )
    return Object.keys(unzipSync(new Uint8Array(await zip.arrayBuffer())))
  }
  const packed = (...files: File[]) => files.map((one) => ({ path: one.name, file: one }))

  test('has each of them unchanged, also two of the same name', async () => {
    const zip = await zipFiles(
      packed(
        file('song.wav', 'first'),
        file('song.wav', 'second'),
        file('ö note', 'x'.repeat(3_000_000)),
        file('empty.txt', ''),
      ),
      'songs.zip',
    )
    const entries = unzipSync(new Uint8Array(await zip.arrayBuffer()))
    const texts = Object.entries(entries).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])
    expect(texts).toEqual([
      ['song.wav', 'first'],
      ['song (2).wav', 'second'],
      ['ö note', 'x'.repeat(3_000_000)],
      ['empty.txt', ''],
    ])
    expect(zip.size).toBeGreaterThan(3_000_000)
    expect(zip.name).toBe('songs.zip')
  })

  test.each([
    ['1601, as Android reports', Date.UTC(1601, 0, 1), 1980],
    ['1970', 0, 1980],
    ['the end of 1979', new Date(1979, 11, 31, 23, 59).getTime(), 1980],
    ['1980', new Date(1980, 0, 1).getTime(), 1980],
    ['2026', new Date(2026, 10, 22).getTime(), 2026],
    ['the end of 2099', new Date(2099, 11, 31, 23, 59).getTime(), 2099],
    ['2107', new Date(2107, 0, 1).getTime(), 2099],
    ['2185, as Android reports', Date.UTC(2185, 6, 21), 2099],
    ['no time at all', 8.64e15 + 1, 2099],
  ])('states the nearest date that it can for a file of %s', async (_, lastModified, year) => {
    const zip = await zipFiles(packed(file('song.wav', 'text', lastModified)), 'song.zip')
    const header = new DataView(await zip.arrayBuffer())
    // The date of a local file header: years since 1980 in its upper seven bits.
    expect(1980 + (header.getUint16(12, true) >> 9)).toBe(year)
  })

  test.each([
    ['case', ['Song.wav', 'song.wav'], ['Song.wav', 'song (2).wav']],
    ['the form of accents', ['Caf\u00e9.txt', 'Cafe\u0301.txt'], ['Café.txt', 'Café (2).txt']],
    ['a sharp s', ['Fuß.txt', 'FUSS.txt'], ['Fuß.txt', 'FUSS (2).txt']],
    ['what Windows forbids', ['a?.txt', 'a*.txt'], ['a-.txt', 'a- (2).txt']],
    ['reserved names', ['aux.wav', '_aux.wav'], ['_aux.wav', '_aux (2).wav']],
    ['trailing dots', ['ends.', 'ends'], ['ends', 'ends (2)']],
    ['the suffix itself', ['a.txt', 'A.txt', 'a (2).txt'], ['a.txt', 'A (2).txt', 'a (2) (2).txt']],
    ['folders', ['Mix/a.wav', 'mix/A.wav', 'MIX'], ['Mix/a.wav', 'mix/A (2).wav', 'MIX (2)']],
    ['hidden files', ['.cache', 'p/.hidden/x'], ['.cache', 'p/.hidden/x']],
    ['folders of other names', ['AC\\DC/live.txt', 'con/live.txt'], ['AC-DC/live.txt', '_con/live.txt']],
  ])('gives every file a name of its own on every system: %s', async (_, paths, free) => {
    expect(await zippedPaths(paths)).toEqual(free)
  })

  test('never unpacks one file over another', async () => {
    const segment = fc.constantFrom(
      'a',
      'A',
      'á',
      'a\u0301',
      'con',
      'CON',
      'a.',
      'a (2)',
      '..',
      '.a',
      'ß',
      'ss',
      'a:b',
    )
    const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/'))
    await fc.assert(
      fc.asyncProperty(fc.array(path, { maxLength: 20 }), async (paths) => {
        const free = (await zippedPaths(paths)).map((one) => one.normalize('NFC').toLowerCase())
        expect(new Set(free).size).toBe(paths.length)
        const folders = free.flatMap((one) =>
          one
            .split('/')
            .slice(0, -1)
            .map((_name, index, all) => all.slice(0, index + 1).join('/')),
        )
        expect(free.filter((one) => folders.includes(one))).toEqual([])
        expect(free.join('/').split('/')).not.toContain('..')
      }),
      propertyRuns({ normal: 200, deep: 20_000 }),
    )
  })

  test.each([
    ['song.wav', 'song and 1 more.zip'],
    ['.profile', '.profile and 1 more.zip'],
    ['notes', 'notes and 1 more.zip'],
  ])('is named after the first one: %s', (name, zip) => {
    expect(zipName([], packed(file(name, ''), file('b', '')))).toBe(zip)
  })

  test('is named after the folder', () => {
    expect(zipName(['My Song.band'], [])).toBe('My Song.band.zip')
    expect(zipName(['Demos', 'Mixes'], [])).toBe('Demos and 1 more.zip')
  })
})

describe('a dropped folder', () => {
  const filesIn = async (folder: FileSystemDirectoryEntry) => (await offerEntries([folder], () => {}))?.files
  const entry = (name: string, content: string | Entry[]): Entry =>
    typeof content === 'string' ? fileEntry(name, content) : folderEntry(name, content)

  test('is read with all folders in it, in batches', async () => {
    const band = folderEntry('My Song.band', [
      entry('projectData', 'data'),
      entry('Media', [entry('Audio Files', [entry('take1.aif', 'one'), entry('take2.aif', 'two')])]),
    ])
    const files = await filesIn(band)
    expect(files?.map(({ path }) => path)).toEqual([
      'My Song.band/projectData',
      'My Song.band/Media/Audio Files/take1.aif',
      'My Song.band/Media/Audio Files/take2.aif',
    ])
  })

  test('is not read to its end if it is too large', async () => {
    let reads = 0
    const large = fileEntry('film.mov', '', () => {
      reads += 1
      return Object.defineProperty(new File([], 'film.mov'), 'size', { value: maxOrderFileBytes })
    })
    expect(await filesIn(folderEntry('Films', [large, large, large, large]))).toBeNull()
    expect(reads).toBe(2)
    const many = Array.from({ length: 10_001 }, (_, index) => entry(`${index}`, ''))
    expect(await filesIn(folderEntry('Many', many))).toBeNull()
  })

  test('is not followed into a folder that contains itself', async () => {
    const inside: Entry[] = []
    const loop = folderEntry('loop', inside)
    inside.push(loop)
    expect(await filesIn(loop)).toBeNull()
  })
})

interface Entry {
  name: string
  isDirectory: boolean
}

function fileEntry(name: string, text: string, read = () => new File([text], name)): Entry {
  return Object.assign(Object.create(null), {
    name,
    isDirectory: false,
    file: (resolve: (file: File) => void) => resolve(read()),
  })
}

/** A folder whose reader returns two entries at a time, as browsers return a hundred. */
function folderEntry(name: string, entries: Entry[]): FileSystemDirectoryEntry {
  return Object.assign(Object.create(null), {
    name,
    fullPath: `/${name}`,
    isDirectory: true,
    createReader() {
      let next = 0
      const inFolder = (entry: Entry) =>
        Object.assign(Object.create(entry), { fullPath: `${this.fullPath}/${entry.name}` })
      return {
        readEntries: (resolve: (batch: Entry[]) => void) =>
          resolve(entries.slice(next, (next += 2)).map(inFolder)),
      }
    },
  })
}
