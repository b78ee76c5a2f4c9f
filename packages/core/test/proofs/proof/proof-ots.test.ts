import { concatBytes, fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { OtsError } from '@priormark/core/proofs/opentimestamps/ots-bytes'
import {
  readOtsFile,
  writeOtsFile,
  type OtsFile,
  readTimestamp,
  writeTimestamp,
  type OtsTimestamp,
} from '@priormark/core/proofs/opentimestamps/ots-file'
import { attachTimestamp, mergeTimestamps } from '@priormark/core/proofs/opentimestamps/ots-merge'
import type { OtsOperation } from '@priormark/core/proofs/opentimestamps/ots-operation'
import { walkAttestations } from '@priormark/core/proofs/opentimestamps/ots-walk'
import { otsOfProof } from '@priormark/core/proofs/proof/proof-ots'
import { utf8 } from '@priormark/core/platform/utf8'
import fc from 'fast-check'
import { propertyRuns } from '../../../testing/depth.ts'
import { expect, test } from 'vitest'
import { fixedBytes, sampleProof, sampleTimestamp, sha256 } from '../../../proof-vectors/vector-batch.ts'
import { nodeHashes, otsFileArbitrary, timestampArbitrary } from './proof-ots-samples.ts'

const digest = fixedBytes('digest')
const header = '004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e892940108'
const bitcoin: OtsTimestamp = { attestations: [{ kind: 'bitcoin', height: 1 }], branches: [] }
const after = (operation: OtsOperation, timestamp: OtsTimestamp): OtsTimestamp => ({
  attestations: [],
  branches: [{ operation, timestamp }],
})
const fileOf = (timestamp: OtsTimestamp): OtsFile => ({ hash: 'sha256', digest, timestamp })
const errorOf = (hexAfterDigest: string) => {
  try {
    readOtsFile(fromHex(header + toHex(digest) + hexAfterDigest))
    return null
  } catch (error) {
    if (error instanceof OtsError) return { code: error.code, offset: error.offset }
    throw error
  }
}
const found = ({ digest: message, timestamp }: OtsFile) =>
  [...walkAttestations(timestamp, message, nodeHashes)].map((one) => ({
    ...one,
    passed: undefined,
    message: one.message === null ? null : toHex(one.message),
  }))

test('reads back every tree that it writes', () => {
  fc.assert(
    fc.property(otsFileArbitrary, (file) => {
      expect(readOtsFile(writeOtsFile(file))).toEqual(file)
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('reads back a timestamp without a file header', () => {
  fc.assert(
    fc.property(timestampArbitrary, (timestamp) => {
      expect(readTimestamp(writeTimestamp(timestamp, 32), 32)).toEqual(timestamp)
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('returns a proof or throws an OtsError for any bytes', () => {
  const survives = (bytes: Uint8Array) => {
    try {
      const file = readOtsFile(bytes)
      for (const _ of walkAttestations(file.timestamp, file.digest, nodeHashes));
      return true
    } catch (error) {
      return error instanceof OtsError
    }
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), survives),
    propertyRuns({ normal: 500, deep: 20_000 }),
  )
  const prefix = concatBytes(fromHex(header), digest)
  const plausible = fc.array(
    fc.oneof(fc.constantFrom(0x00, 0xff, 0x08, 0x02, 0x67, 0xf0, 0xf1, 0xf2, 0xf3, 1, 2), fc.nat(255)),
    { maxLength: 300 },
  )
  fc.assert(
    fc.property(plausible, (rest) => survives(concatBytes(prefix, Uint8Array.from(rest)))),
    propertyRuns({ normal: 500, deep: 20_000 }),
  )
  fc.assert(
    fc.property(otsFileArbitrary, fc.nat(), fc.nat(255), fc.boolean(), (file, at, byte, cut) => {
      const bytes = writeOtsFile(file)
      const place = at % bytes.length
      return survives(cut ? bytes.slice(0, place) : bytes.with(place, byte))
    }),
    propertyRuns({ normal: 500, deep: 20_000 }),
  )
})

test('rejects a truncated proof, and one with a byte too many', () => {
  const bytes = writeOtsFile(otsOfProof(sampleProof(3, 7), sampleTimestamp, sha256))
  for (let length = 0; length < bytes.length; length += 1)
    expect(() => readOtsFile(bytes.slice(0, length))).toThrow(OtsError)
  expect(() => readOtsFile(concatBytes(bytes, Uint8Array.of(0)))).toThrow('trailing_bytes')
})

test('a changed bit in a .ots is an error or attests something else', () => {
  const file = otsOfProof(sampleProof(3, 7), sampleTimestamp, sha256)
  const bytes = writeOtsFile(file)
  const expected = JSON.stringify([file.hash, toHex(file.digest), found(file)])
  for (let bit = 0; bit < 8 * bytes.length; bit += 1) {
    const place = bit >> 3
    const changed = bytes.with(place, (bytes[place] ?? 0) ^ (1 << (bit & 7)))
    let read: OtsFile
    try {
      read = readOtsFile(changed)
    } catch (error) {
      expect(error).toBeInstanceOf(OtsError)
      continue
    }
    expect(JSON.stringify([read.hash, toHex(read.digest), found(read)])).not.toBe(expected)
  }
})

test.each([
  ['an unknown operation', '09', 'unknown_operation', 0],
  ['an append of nothing', 'f000', 'bad_length', 1],
  ['an append of more than 4096 bytes', 'f08120', 'bad_length', 1],
  ['a message of more than 4096 bytes', `f0e11f${'00'.repeat(4065)}`, 'message_too_long', 0],
  ['hexlify beyond 4096 bytes', 'f3'.repeat(8), 'message_too_long', 7],
  ['an attestation of more than 8192 bytes', `00${'77'.repeat(8)}8140`, 'bad_length', 9],
  ['a calendar with a query', '0083dfe30d2ef90c8e0403613f62', 'bad_uri', 10],
  ['a calendar of more than 1000 bytes', '0083dfe30d2ef90c8eeb07e907', 'truncated', 11],
  ['bytes behind a calendar', '0083dfe30d2ef90c8e03016100', 'trailing_bytes', 12],
  ['bytes behind a height', '000588960d73d71901020100', 'trailing_bytes', 11],
  ['a height that never ends', `000588960d73d719010c${'ff'.repeat(12)}`, 'number_too_large', 10],
  ['nothing', '', 'truncated', 0],
  ['an end after more was promised', 'ff', 'truncated', 1],
])('the error of a wrong proof names its place: %s', (_, hex, code, offset) => {
  expect(errorOf(hex)).toEqual({ code, offset: 65 + offset })
})

test('reports a wrong magic, an unknown version and an oversized file', () => {
  const codeOf = (bytes: Uint8Array) => {
    try {
      return readOtsFile(bytes)
    } catch (error) {
      return error instanceof OtsError ? error.code : error
    }
  }
  expect(codeOf(utf8('PK'))).toBe('bad_magic')
  expect(codeOf(utf8('x'.repeat(100)))).toBe('bad_magic')
  expect(codeOf(fromHex(header.replace(/0108$/, '0208')))).toBe('unsupported_version')
  expect(codeOf(fromHex(header.replace(/08$/, 'f0')))).toBe('unknown_operation')
  expect(codeOf(new Uint8Array(64 * 1024 + 1))).toBe('file_too_long')
  expect(() => readTimestamp(new Uint8Array(64 * 1024 + 1), 32)).toThrow('file_too_long')
})

test('accepts 256 nodes and rejects 257', () => {
  const chain = (operations: number) => {
    let timestamp = bitcoin
    for (let n = 0; n < operations; n += 1) timestamp = after({ kind: 'hash', hash: 'sha256' }, timestamp)
    return timestamp
  }
  const deepest = fileOf(chain(255))
  expect(readOtsFile(writeOtsFile(deepest))).toEqual(deepest)
  expect(() => writeOtsFile(fileOf(chain(256)))).toThrow('too_deep')
  const attestation = toHex(writeTimestamp(bitcoin, 32))
  expect(errorOf(`${'08'.repeat(255)}${attestation}`)).toBeNull()
  expect(errorOf(`${'08'.repeat(256)}${attestation}`)?.code).toBe('too_deep')
  expect(errorOf('08'.repeat(60_000))?.code).toBe('too_deep')
})

test('does not write values that the format does not allow', () => {
  const payload = new Uint8Array(8193)
  const wrong: OtsTimestamp[] = [
    { attestations: [], branches: [] },
    { attestations: [{ kind: 'pending', uri: 'https://a.example/?q' }], branches: [] },
    { attestations: [{ kind: 'pending', uri: 'a'.repeat(1001) }], branches: [] },
    { attestations: [{ kind: 'unknown', tag: digest.slice(0, 8), payload }], branches: [] },
    { attestations: [{ kind: 'unknown', tag: digest.slice(0, 7), payload: digest }], branches: [] },
    after({ kind: 'append', bytes: new Uint8Array(4065) }, bitcoin),
    after({ kind: 'append', bytes: new Uint8Array() }, bitcoin),
  ]
  for (const timestamp of wrong) expect(() => writeOtsFile(fileOf(timestamp))).toThrow(OtsError)
  expect(() => writeOtsFile({ ...fileOf(bitcoin), hash: 'sha1' })).toThrow('bad_length')
})

test('reports attestations behind a missing hash function with its name', () => {
  const file = fileOf({
    attestations: [{ kind: 'bitcoin', height: 7 }],
    branches: [
      { operation: { kind: 'hash', hash: 'keccak256' }, timestamp: after({ kind: 'reverse' }, bitcoin) },
      { operation: { kind: 'hash', hash: 'sha1' }, timestamp: bitcoin },
    ],
  })
  const reports = [...walkAttestations(file.timestamp, digest, { sha256 })]
  const passed = [digest]
  expect(reports).toEqual([
    { attestation: { kind: 'bitcoin', height: 7 }, message: digest, passed },
    { attestation: { kind: 'bitcoin', height: 1 }, message: null, missingHash: 'keccak256', passed },
    { attestation: { kind: 'bitcoin', height: 1 }, message: null, missingHash: 'sha1', passed },
  ])
  expect(readOtsFile(writeOtsFile(file))).toEqual(file)
})

test('merging has no duplicates, is sorted, and is commutative', () => {
  fc.assert(
    fc.property(timestampArbitrary, timestampArbitrary, (a, b) => {
      const merged = mergeTimestamps(a, b)
      expect(mergeTimestamps(b, a)).toEqual(merged)
      expect(mergeTimestamps(merged, merged)).toEqual(merged)
      expect(mergeTimestamps(merged, a)).toEqual(merged)
      const mergedPaths = new Set(found(fileOf(merged)).map((one) => JSON.stringify(one)))
      const parts = [...found(fileOf(a)), ...found(fileOf(b))].map((one) => JSON.stringify(one))
      expect(mergedPaths).toEqual(new Set(parts))
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('attaches a calendar’s response only where its message occurs', () => {
  const pending: OtsTimestamp = {
    attestations: [{ kind: 'pending', uri: 'https://a.example' }],
    branches: [],
  }
  const stamped = after(
    { kind: 'append', bytes: Uint8Array.of(7) },
    after({ kind: 'hash', hash: 'sha256' }, pending),
  )
  const message = sha256(concatBytes(digest, Uint8Array.of(7)))
  const answer = { message, timestamp: after({ kind: 'hash', hash: 'sha256' }, bitcoin) }
  const upgraded = attachTimestamp(stamped, digest, answer, nodeHashes)
  expect(upgraded === null ? [] : found(fileOf(upgraded))).toEqual([
    { attestation: { kind: 'pending', uri: 'https://a.example' }, message: toHex(message) },
    { attestation: { kind: 'bitcoin', height: 1 }, message: toHex(sha256(message)) },
  ])
  expect(attachTimestamp(stamped, digest, { ...answer, message: sha256(message) }, nodeHashes)).toBeNull()
})

test('every work in batches of up to 33 has a .ots that leads to the root', () => {
  for (let size = 1; size <= 33; size += 1)
    for (let index = 0; index < size; index += 1) {
      const proof = sampleProof(index, size, { anchors: () => [] })
      const file = readOtsFile(writeOtsFile(otsOfProof(proof, bitcoin, sha256)))
      expect(toHex(file.digest)).toBe(proof.file.sha256)
      expect(found(file)).toEqual([{ attestation: { kind: 'bitcoin', height: 1 }, message: proof.root }])
    }
})
