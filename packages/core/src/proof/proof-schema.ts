import * as v from 'valibot'
import { fromBase64 } from './base64.ts'
import { toHex } from './bytes.ts'
import { readCanonicalJson } from './canonical-json.ts'
import { proofTag } from './leaf.ts'
import { maxFileBytes } from './ots/ots-limits.ts'

/** The format name and version in every proof.json. */
export const proofFormat = 'priormark-proof'
export const proofVersion = 1

/** Enough for a tree of 2^64 leaves. */
const maxPathSteps = 64

/** A root is recorded in a few places only. */
const maxAnchors = 16

/** The maximum length of a proof.json in characters; typical ones have about 1,200. */
export const maxProofLength = 1_000_000

const text = v.string('must be text')
const Digest = v.pipe(text, v.regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits'))
const ChainHash = v.pipe(text, v.regex(/^0x[0-9a-f]{64}$/, 'must be 0x and 64 lower-case hexadecimal digits'))
const whole = (least: number) =>
  v.pipe(
    v.number('must be a number'),
    v.safeInteger('must be a whole number'),
    v.minValue(least, `must be at least ${least}`),
  )

/** The message for a value that is not an object, a missing key, or an unknown key. */
function objectMessage({ expected }: { expected: string | null }): string {
  if (expected === 'Object') return 'must be an object'
  return expected === 'never' ? `is not a key of version ${proofVersion}` : 'is missing'
}

const EvmAnchor = v.strictObject(
  {
    kind: v.literal('evm'),
    chainId: whole(1),
    transactionHash: ChainHash,
    blockNumber: whole(0),
    blockHash: ChainHash,
    /** The block's own time in seconds since 1970. */
    blockTime: whole(0),
  },
  objectMessage,
)

const OpenTimestampsAnchor = v.strictObject(
  {
    kind: v.literal('opentimestamps'),
    /** A detached `.ots` whose digest is the root, in base64. */
    ots: v.pipe(
      text,
      v.maxLength(Math.ceil(maxFileBytes / 3) * 4, 'is too long'),
      v.check((base64) => fromBase64(base64) !== null, 'must be base64 with padding'),
    ),
  },
  objectMessage,
)

const ManualAnchor = v.strictObject(
  {
    kind: v.literal('manual'),
    /** Where the operator says that the root is recorded. */
    link: v.pipe(
      text,
      v.maxLength(2_000, 'is too long'),
      v.regex(/^https:\/\/[^\s/?#]+\S*$/, 'must be an address that begins with https://'),
    ),
  },
  objectMessage,
)

/** Where the root of a batch was recorded. */
export const ProofAnchor = v.variant(
  'kind',
  [EvmAnchor, OpenTimestampsAnchor, ManualAnchor],
  'must be an anchor of kind evm, opentimestamps or manual',
)
export type ProofAnchor = v.InferOutput<typeof ProofAnchor>

/** One step of the path from a leaf to its root. */
export const ProofStep = v.strictObject(
  {
    side: v.picklist(['left', 'right'], 'must be "left" or "right"'),
    hash: Digest,
  },
  objectMessage,
)

/**
 * proof.json, version 1. Its keys are fixed, because others write verifiers for it
 * (packages/core/proof-vectors/README.md).
 */
export const Proof = v.strictObject(
  {
    format: v.literal(proofFormat, `must be "${proofFormat}"`),
    version: v.literal(proofVersion, `must be ${proofVersion}`),
    file: v.strictObject({ sha256: Digest }, objectMessage),
    record: v.pipe(
      text,
      v.check(
        (record) => readCanonicalJson(record) !== null,
        'must be canonical JSON that maps names to texts',
      ),
    ),
    salt: Digest,
    tag: v.literal(toHex(proofTag), `must be ${toHex(proofTag)}`),
    leaf: Digest,
    path: v.pipe(
      v.array(ProofStep, 'must be a list of steps'),
      v.maxLength(maxPathSteps, `must have at most ${maxPathSteps} steps`),
    ),
    root: Digest,
    anchors: v.pipe(
      v.array(ProofAnchor, 'must be a list of anchors'),
      v.maxLength(maxAnchors, `must have at most ${maxAnchors} anchors`),
    ),
  },
  objectMessage,
)
export type Proof = v.InferOutput<typeof Proof>
