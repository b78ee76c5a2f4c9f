import { hash } from 'node:crypto'
import { toBase64 } from '@priormark/core/proofs/proof/base64'
import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { leafHash } from '@priormark/core/proofs/proof/leaf'
import { MerkleTree } from '@priormark/core/proofs/proof/merkle-tree'
import { writeOtsFile } from '@priormark/core/proofs/opentimestamps/ots-file'
import type { ProofV2, RecordField, Witness } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { commitmentOf, shownFields } from '@priormark/core/proofs/proof-v2/record-fields'
import { utf8 } from '@priormark/core/platform/utf8'
import { fixedBytes, sampleTimestamp, sha256, workText } from '../vector-batch.ts'
import { evmWitness } from './evm-block.ts'

/** SHA3-256 of some bytes, in hex. */
export const sha3Hex = (bytes: Uint8Array) => hash('sha3-256', bytes, 'hex')

const work = utf8(workText)

/** The fields of a record as they are shown, with salts from one master salt. */
export function sampleFields(values: Readonly<Record<string, string>>): RecordField[] {
  return shownFields(values, fixedBytes('master salt'), sha256)
}

/** All fields that Priormark writes. */
export const sampleValues: Readonly<Record<string, string>> = {
  createdAt: '2026-01-02T03:04:05.000Z',
  fileName: 'work.txt',
  fileSha3: sha3Hex(work),
  fileSize: '62',
  firstName: 'Ada',
  holderKey: '',
  lastName: 'Example',
  previous: '',
  projectDescription: 'A song: words and melody.',
  projectName: 'River of glass',
}

/** What can differ between the proofs of the lyric. */
interface ProofV2Options {
  fields?: readonly RecordField[]
  index?: number
  size?: number
  witnesses?: (rootHex: string) => readonly Witness[]
}

/** Returns a sound proof of the lyric with a record of form 2. */
export function sampleProofV2({
  fields = sampleFields(sampleValues),
  index = 3,
  size = 7,
  witnesses = sampleWitnesses,
}: ProofV2Options = {}): ProofV2 {
  const record = { form: 2 as const, fields: [...fields] }
  const leaf = leafHash(sha256(work), commitmentOf(record, sha256), sha256)
  const tree = new MerkleTree(
    sha256,
    Array.from({ length: size }, (_, n) => (n === index ? leaf : fixedBytes(`leaf ${n}`))),
  )
  const root = toHex(tree.root())
  return {
    format: 'priormark-proof',
    version: 2,
    file: { sha256: toHex(sha256(work)), sha3: sha3Hex(work) },
    record,
    leaf: toHex(leaf),
    path: tree.path(index),
    root,
    witnesses: [...witnesses(root)],
    log: null,
    renewals: [],
  }
}

/** One witness of each kind for a root. */
function sampleWitnesses(rootHex: string): Witness[] {
  return [manualWitness, otsWitness(rootHex), evmWitness(rootHex)]
}

export const manualWitness: Witness = { kind: 'manual', link: 'https://explorer.example.org/tx/1' }

/**
 * The witness of a root that is itself the Merkle root of a block, with the header of that block. Its height is in no known epoch, so
 * only the header can be wrong: it does not have the work that it claims, or its target is so high that none is needed.
 */
export function witnessWithoutWork(rootHex: string, { isEasy = false } = {}): Witness {
  const promise = { kind: 'pending' as const, uri: 'https://calendar.example.org' }
  const timestamp = { attestations: [{ kind: 'bitcoin' as const, height: 100 }, promise], branches: [] }
  const ots = writeOtsFile({ hash: 'sha256', digest: fromHex(rootHex), timestamp })
  const bits = isEasy ? 'ffff7f20' : 'ffff001d'
  const headers = Array.from(
    { length: 100 },
    (_, n) => `${'00'.repeat(36)}${rootHex}00000000${bits}${toHex(Uint8Array.of(n, 0, 0, 0))}`,
  )
  // The last byte of the hash is the highest of the number.
  const isMet = (header: string) => (sha256(sha256(fromHex(header))).at(-1) ?? 0) < 0x7f
  const header = headers.find((one) => isMet(one) === isEasy) ?? ''
  return { kind: 'opentimestamps', ots: toBase64(ots), headers: [header] }
}

/** The OpenTimestamps witness of a root, with some block headers. */
export function otsWitness(rootHex: string, headers: readonly string[] = []): Witness {
  const ots = writeOtsFile({
    hash: 'sha256',
    digest: Uint8Array.from(Buffer.from(rootHex, 'hex')),
    timestamp: sampleTimestamp,
  })
  return { kind: 'opentimestamps', ots: toBase64(ots), headers: [...headers] }
}
