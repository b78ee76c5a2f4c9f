import * as v from 'valibot'
import { fromBase64 } from './base64.ts'
import { toHex } from './bytes.ts'
import { readCanonicalJson } from './canonical-json.ts'
import { proofTag } from './leaf.ts'
import { issueMessages as words } from './issue-messages.ts'
import { maxFileBytes } from '../opentimestamps/ots-bytes.ts'

/** The format name and version in every proof.json. */
export const proofFormat = 'priormark-proof'
export const proofVersion = 1

/** Enough for a tree of 2^64 leaves. */
export const maxPathSteps = 64

/** A root is recorded in a few places only. */
export const maxAnchors = 16

/** The maximum length of a proof.json in bytes; typical ones have about 1,200. */
export const maxProofBytes = 1_000_000

/** The last second of the year 9999, the end of the calendar that programs agree on. In seconds since 1970. */
export const lastSecond = 253_402_300_799

/** A text of any kind. */
export const Text = v.string(words['issue.text'])
/** A SHA-256 or any other 32 bytes, in lower-case hexadecimal. */
export const Digest = v.pipe(Text, v.regex(/^[0-9a-f]{64}$/, words['issue.digest']))
/** A hash as EVM chains write it. */
const ChainHash = v.pipe(Text, v.regex(/^0x[0-9a-f]{64}$/, words['issue.chain_hash']))
const WholeNumber = v.pipe(v.number(words['issue.number']), v.safeInteger(words['issue.inexact_number']))
/** A whole number of at least 0 or 1. */
export const wholeNumberFrom = (least: 0 | 1) =>
  v.pipe(WholeNumber, v.minValue(least, words[`issue.at_least_${least}`]))

/** Returns a function with the messages of a version for a value that is not an object, a missing key, and an unknown key. */
export const objectMessagesWith =
  (unknownKey: 'issue.unknown_key' | 'issue.unknown_key_2') =>
  ({ expected }: { expected: string | null }): string => {
    if (expected === 'Object') return words['issue.object']
    return words[expected === 'never' ? unknownKey : 'issue.missing']
  }
const objectMessage = objectMessagesWith('issue.unknown_key')

/** The keys of an anchor on an EVM chain, in both versions. */
export const evmEntries = {
  kind: v.literal('evm'),
  chainId: wholeNumberFrom(1),
  transactionHash: ChainHash,
  blockNumber: wholeNumberFrom(0),
  blockHash: ChainHash,
  /** The block's own time in seconds since 1970. */
  blockTime: v.pipe(wholeNumberFrom(0), v.maxValue(lastSecond, words['issue.block_time'])),
}
const EvmAnchor = v.strictObject(evmEntries, objectMessage)

/** At most 65,536 bytes in base64, which is the limit of an `.ots` too. */
export const Base64 = v.pipe(
  Text,
  v.maxLength(Math.ceil(maxFileBytes / 3) * 4, words['issue.too_long']),
  v.check((base64) => fromBase64(base64) !== null, words['issue.base64']),
)

/** The keys of an OpenTimestamps anchor, in both versions: a detached `.ots` whose digest is the root. */
export const otsEntries = { kind: v.literal('opentimestamps'), ots: Base64 }
const OpenTimestampsAnchor = v.strictObject(otsEntries, objectMessage)

/** An https address without white space. Its characters are listed, because programming languages disagree about them. */
const linkPattern =
  /^https:\/\/[^\p{Cc}\x20\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff/?#][^\p{Cc}\x20\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*$/u

/** The keys of a declared link, in both versions: where the operator says that the root is recorded. */
export const manualEntries = {
  kind: v.literal('manual'),
  /** At most 2,000 UTF-16 code units. */
  link: v.pipe(Text, v.maxLength(2_000, words['issue.too_long']), v.regex(linkPattern, words['issue.link'])),
}
const ManualAnchor = v.strictObject(manualEntries, objectMessage)

/** Where the root of a batch was recorded. */
export const ProofAnchor = v.variant(
  'kind',
  [EvmAnchor, OpenTimestampsAnchor, ManualAnchor],
  words['issue.anchor'],
)
export type ProofAnchor = v.InferOutput<typeof ProofAnchor>

/** The keys of one step of the path from a leaf to its root, in both versions. */
export const stepEntries = { side: v.picklist(['left', 'right'], words['issue.side']), hash: Digest }
/** One step of the path from a leaf to its root. */
export const ProofStep = v.strictObject(stepEntries, objectMessage)

/** A record of version 1: canonical JSON that maps names to texts. */
export const CanonicalRecord = v.pipe(
  Text,
  v.check((record) => readCanonicalJson(record) !== null, words['issue.record']),
)

/** proof.json, version 1. Its keys are fixed, because others write verifiers for it (packages/core/proof-vectors/README.md). */
export const Proof = v.strictObject(
  {
    format: v.literal(proofFormat, words['issue.format']),
    version: v.literal(proofVersion, words['issue.version']),
    file: v.strictObject({ sha256: Digest }, objectMessage),
    record: CanonicalRecord,
    salt: Digest,
    tag: v.literal(toHex(proofTag), words['issue.tag']),
    leaf: Digest,
    path: v.pipe(
      v.array(ProofStep, words['issue.steps']),
      v.maxLength(maxPathSteps, words['issue.max_steps']),
    ),
    root: Digest,
    anchors: v.pipe(
      v.array(ProofAnchor, words['issue.anchors']),
      v.maxLength(maxAnchors, words['issue.max_anchors']),
    ),
  },
  objectMessage,
)
export type Proof = v.InferOutput<typeof Proof>
