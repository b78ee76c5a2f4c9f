import { toBase64 } from '@priormark/core/proofs/proof/base64'
import { fromHex } from '@priormark/core/proofs/proof/bytes'
import type { ProofV2 } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { sampleProofV2 } from './vector-proof.ts'
import { problemVector, soundVector, type VectorV2 } from './vector.ts'

const base = sampleProofV2()
const magic = '004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294'

/** A number of 7 bits a byte, the lowest first. */
function varint(value: number): string {
  const digits = ((value % 128) | (value >= 128 ? 128 : 0)).toString(16).padStart(2, '0')
  return value < 128 ? digits : digits + varint(Math.floor(value / 128))
}

const sized = (hex: string) => varint(hex.length / 2) + hex
const bitcoin = (payload: string) => `000588960d73d71901${sized(payload)}`
const pending = (address: string) => `0083dfe30d2ef90c8e${sized(sized(Buffer.from(address).toString('hex')))}`
const height = bitcoin(varint(900_000))
const append = (bytes: number) => `f0${sized('00'.repeat(bytes))}`
const [reverse, sha1, sha256] = ['f2', '02', '08']

/** A proof with a file of the root, written as given: its operations and attestations, and what comes before the root. */
function proofWith(operations: string, head = `01${sha256}`, digest = base.root): ProofV2 {
  const ots = toBase64(fromHex(magic + head + digest + operations))
  return { ...base, witnesses: [{ kind: 'opentimestamps', ots, headers: [] }] }
}

/** Files of OpenTimestamps at their limits, and one step behind them. */
export function otsVectors(): VectorV2[] {
  const unreadable: Record<string, ProofV2> = {
    'more-behind-it': proofWith(`${height}00`),
    'more-behind-a-height': proofWith(bitcoin(`${varint(900_000)}00`)),
    'more-behind-an-address': proofWith(`0083dfe30d2ef90c8e${sized(`${sized('61')}00`)}`),
    'nothing-appended': proofWith(append(0) + height),
    'nothing-prepended': proofWith(`f100${height}`),
    '4097-bytes-appended': proofWith(append(4_097) + sha256 + height),
    'message-of-4097-bytes': proofWith(append(4_065) + sha256 + height),
    'hexlified-to-more-than-4096-bytes': proofWith(`${append(2_017)}f3${sha256}${height}`),
    '257-nodes': proofWith(reverse.repeat(256) + height),
    'payload-of-8193-bytes': proofWith(`ff00${'ab'.repeat(8)}${sized('00'.repeat(8_193))}${height}`),
    'address-of-1001-characters': proofWith(pending('a'.repeat(1_001))),
    'address-with-a-query': proofWith(pending('https://a.example/?')),
    'address-with-a-space': proofWith(pending('https://a.example/ ')),
    'height-above-2-to-53': proofWith(bitcoin(varint(2 ** 53))),
    'height-of-nine-bytes': proofWith(bitcoin(`${'80'.repeat(8)}00`)),
    'unknown-operation': proofWith(`09${height}`),
    'version-2': proofWith(height, `02${sha256}`),
    'no-attestation': proofWith(reverse),
  }
  const open: Record<string, ProofV2> = {
    'message-of-4096-bytes': proofWith(append(4_064) + sha256 + height),
    '256-nodes': proofWith(reverse.repeat(255) + height),
    'payload-of-8192-bytes': proofWith(`ff00${'ab'.repeat(8)}${sized('00'.repeat(8_192))}${height}`),
    'height-of-eight-bytes': proofWith(bitcoin(`${'80'.repeat(7)}00`)),
    'version-longer-than-needed': proofWith(height, `8100${sha256}`),
    'one-attestation-behind-sha-1': proofWith(`ff${height}${sha1}${height}`),
  }
  return [
    ...Object.entries(unreadable).map(([name, proof]) =>
      problemVector(`ots/${name}`, 'witness_unreadable', proof, { number: 1 }),
    ),
    problemVector(
      'ots/digest-of-sha-1',
      'witness_of_another_root',
      proofWith(height, `01${sha1}`, base.root.slice(24)),
      { number: 1 },
    ),
    ...Object.entries(open).map(([name, proof]) => soundVector(`ots/${name}`, ['holds', 'open'], proof)),
    soundVector('ots/behind-sha-1', ['pending', 'unreadable'], proofWith(sha1 + height)),
    soundVector('ots/behind-sha-1-and-sha-256', ['pending', 'unreadable'], proofWith(sha1 + sha256 + height)),
    soundVector('ots/message-of-33-bytes', ['pending', 'unreadable'], proofWith(append(1) + height)),
    soundVector('ots/of-an-unknown-kind', ['pending', 'unreadable'], proofWith(`00${'ab'.repeat(8)}00`)),
    soundVector(
      'ots/address-of-1000-characters',
      ['pending', 'pending'],
      proofWith(pending('a'.repeat(1_000))),
    ),
  ]
}
