import fc from 'fast-check'
import { propertyRuns } from '@priormark/core/testing/depth'
import { zipSync, type Zippable } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readZip, type ZipReading } from '../src/public/verify/zip-reading.ts'

const bytes = (length: number, value = 65) => new Uint8Array(length).fill(value)
const archive = (files: Zippable) => zipSync(files, { level: 6 })

/** The archive with some bytes written over, wherever a signature stands. */
function patched(zip: Uint8Array, signature: number, offset: number, values: number[]): Uint8Array {
  const copy = zip.slice()
  const view = new DataView(copy.buffer)
  for (let at = 0; at + 4 <= copy.length; at += 1) {
    if (view.getUint32(at, true) === signature) copy.set(values, at + offset)
  }
  return copy
}
const central = 0x02014b50
const end = 0x06054b50

const problemsIn = (reading: ZipReading) =>
  'problem' in reading
    ? [reading.problem]
    : reading.entries.map((entry) => ('problem' in entry ? entry.problem : null))

describe('an archive is read', () => {
  test('packed and unpacked, with its folders left out', () => {
    const reading = readZip(archive({ a: bytes(9_000), dir: { b: [bytes(3, 66), { level: 0 }] } }))
    if ('problem' in reading) throw new Error(reading.problem)
    expect(reading.entries).toEqual([
      { name: 'a', bytes: bytes(9_000) },
      { name: 'dir/b', bytes: bytes(3, 66) },
    ])
  })

  test('behind a comment, and with nothing in it', () => {
    const zip = archive({ a: bytes(10) })
    const commented = Uint8Array.from([...patched(zip, end, 20, [4, 0]), 1, 2, 3, 4])
    expect(problemsIn(readZip(commented))).toEqual([null])
    expect(readZip(archive({}))).toEqual({ entries: [] })
  })

  test('whatever it holds, as it was packed', () => {
    const contents = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.uint8Array({ maxLength: 3_000 }), {
      maxKeys: 8,
    })
    fc.assert(
      fc.property(contents, (files) => {
        const reading = readZip(archive({ ...files }))
        expect(
          'entries' in reading &&
            Object.fromEntries(reading.entries.map((e) => [e.name, 'bytes' in e && e.bytes])),
        ).toEqual({ ...files })
      }),
      propertyRuns({ normal: 100, deep: 20_000 }),
    )
  })
})

describe('an archive is refused', () => {
  test('where more comes out than it says', () => {
    const bomb = patched(archive({ a: bytes(3_000_000) }), central, 24, [16, 0, 0, 0])
    expect(readZip(bomb)).toEqual({ problem: 'untrue_size' })
  })

  test('in the part that says itself that it is too large, and in all that together are', () => {
    expect(problemsIn(readZip(archive({ a: bytes(5_000_000), b: bytes(1) })))).toEqual(['too_large', null])
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`f${n}`, bytes(4 * 1024 * 1024)]))
    expect(problemsIn(readZip(archive(many)))).toEqual([...Array(8).fill(null), 'too_large'])
  })

  test('with entries that share data, before anything is unpacked', () => {
    const zip = archive({ a: bytes(3_000_000), b: bytes(3_000_000) })
    const shared = patched(zip, central, 42, [0, 0, 0, 0])
    expect(readZip(shared)).toEqual({ problem: 'overlapping' })
  })

  test('with an entry that reaches into the directory', () => {
    const zip = zipSync({ a: bytes(100) }, { level: 0 })
    expect(readZip(patched(zip, central, 20, [101, 0, 0, 0]))).toEqual({ problem: 'overlapping' })
  })

  test('with more packed data than its files could need, before anything is unpacked', () => {
    // Empty blocks: nothing comes out of them, however many there are.
    const blocks = new Uint8Array(5 * 200_000)
    for (let at = 0; at < blocks.length; at += 5) blocks.set([0, 0, 0, 0xff, 0xff], at)
    blocks[blocks.length - 5] = 1
    const zip = zipSync({ a: [blocks, { level: 0 }] })
    const crafted = patched(patched(zip, central, 10, [8, 0]), central, 24, [0, 0, 0, 0])
    expect(problemsIn(readZip(crafted))).toEqual(['untrue_size'])
  })

  test('with more files than evidence has', () => {
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`f${n}`, bytes(1)]))
    expect(readZip(archive(many))).toEqual({ problem: 'too_many_files' })
  })

  test('where it is locked, or packed by another method', () => {
    const zip = archive({ a: bytes(100) })
    expect(problemsIn(readZip(patched(zip, central, 8, [1, 0])))).toEqual(['encrypted'])
    expect(problemsIn(readZip(patched(zip, central, 10, [99, 0])))).toEqual(['unknown_compression'])
  })

  test('where a byte of it was changed or lost, without ever throwing', () => {
    const content = Uint8Array.from({ length: 400 }, (_, n) => (n * n) % 251)
    const zip = zipSync({ 'proof.json': content }, { level: 0 })
    const start = 30 + 'proof.json'.length
    for (let at = start; at < start + content.length; at += 1) {
      expect(problemsIn(readZip(zip.with(at, (zip[at] ?? 0) ^ 1)))).not.toEqual([null])
    }
    fc.assert(
      fc.property(fc.nat(zip.length - 1), fc.nat(255), (at, value) => {
        readZip(zip.with(at, value))
        readZip(zip.slice(0, at))
        readZip(zip.slice(at))
      }),
      propertyRuns({ normal: 100, deep: 20_000 }),
    )
    expect(readZip(zip.slice(0, -30))).toEqual({ problem: 'damaged' })
    expect(readZip(bytes(100))).toEqual({ problem: 'not_a_zip' })
  })
})
