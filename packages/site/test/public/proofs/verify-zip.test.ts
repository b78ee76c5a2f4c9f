import fc from 'fast-check'
import { propertyRuns } from '@priormark/core/testing/depth'
import { zipSync, type Zippable } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readZip, type ZipReading } from '../../../src/public/proofs/verify/zip-reading.ts'

const bytes = (length: number, value = 65) => new Uint8Array(length).fill(value)
const archive = (files: Zippable) => zipSync(files, { level: 6 })

/** Returns the archive with bytes overwritten after each occurrence of a signature. */
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

describe('readZip reads', () => {
  test('compressed and stored entries, without folders', () => {
    const reading = readZip(archive({ a: bytes(9_000), dir: { b: [bytes(3, 66), { level: 0 }] } }))
    if ('problem' in reading) throw new Error(reading.problem)
    expect(reading.entries).toEqual([
      { name: 'a', bytes: bytes(9_000) },
      { name: 'dir/b', bytes: bytes(3, 66) },
    ])
  })

  test('an archive with a comment, and an empty one', () => {
    const zip = archive({ a: bytes(10) })
    const commented = Uint8Array.from([...patched(zip, end, 20, [4, 0]), 1, 2, 3, 4])
    expect(problemsIn(readZip(commented))).toEqual([null])
    expect(readZip(archive({}))).toEqual({ entries: [] })
  })

  test('any content unchanged', () => {
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

describe('readZip rejects', () => {
  test('an entry that unpacks to more than its stated size', () => {
    const bomb = patched(archive({ a: bytes(3_000_000) }), central, 24, [16, 0, 0, 0])
    expect(readZip(bomb)).toEqual({ problem: 'untrue_size' })
  })

  test('an entry over the limit, and entries that exceed the total limit', () => {
    expect(problemsIn(readZip(archive({ a: bytes(5_000_000), b: bytes(1) })))).toEqual(['too_large', null])
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`f${n}`, bytes(4 * 1024 * 1024)]))
    expect(problemsIn(readZip(archive(many)))).toEqual([...Array(8).fill(null), 'too_large'])
  })

  test('entries that share data, before unpacking', () => {
    const zip = archive({ a: bytes(3_000_000), b: bytes(3_000_000) })
    const shared = patched(zip, central, 42, [0, 0, 0, 0])
    expect(readZip(shared)).toEqual({ problem: 'overlapping' })
  })

  test('an entry that overlaps the central directory', () => {
    const zip = zipSync({ a: bytes(100) }, { level: 0 })
    expect(readZip(patched(zip, central, 20, [101, 0, 0, 0]))).toEqual({ problem: 'overlapping' })
  })

  test('more compressed data than the stated sizes need, before unpacking', () => {
    // Empty blocks produce no output.
    const blocks = new Uint8Array(5 * 200_000)
    for (let at = 0; at < blocks.length; at += 5) blocks.set([0, 0, 0, 0xff, 0xff], at)
    blocks[blocks.length - 5] = 1
    const zip = zipSync({ a: [blocks, { level: 0 }] })
    const crafted = patched(patched(zip, central, 10, [8, 0]), central, 24, [0, 0, 0, 0])
    expect(problemsIn(readZip(crafted))).toEqual(['untrue_size'])
  })

  test('more files than evidence has', () => {
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`f${n}`, bytes(1)]))
    expect(readZip(archive(many))).toEqual({ problem: 'too_many_files' })
  })

  test('encrypted entries and unknown compression methods', () => {
    const zip = archive({ a: bytes(100) })
    expect(problemsIn(readZip(patched(zip, central, 8, [1, 0])))).toEqual(['encrypted'])
    expect(problemsIn(readZip(patched(zip, central, 10, [99, 0])))).toEqual(['unknown_compression'])
  })

  test('damaged archives, without throwing', () => {
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
