import type { HashFunction } from '@priormark/core/proofs/proof/hash'
import type { OtsTimestamp } from '@priormark/core/proofs/opentimestamps/ots-file'
import type { Proof, ProofAnchor } from '@priormark/core/proofs/proof/proof-schema'
/** Node's SHA-256, in the form that core takes. */
export declare const sha256: HashFunction
/** 32 bytes that look random and are the same at every run. */
export declare function fixedBytes(name: string): Uint8Array
/** The lyric that all published proofs are for. */
export declare const workText = 'River of glass, carry my name\nto the hour before anyone came.\n'
export declare const sampleRecord: string
/** What a calendar and, later, a block know of a root. Height and hashes are invented. */
export declare const sampleTimestamp: OtsTimestamp
/** One anchor of each kind for a root. Chain, block and link are invented. */
export declare function sampleAnchors(root: Uint8Array): ProofAnchor[]
/** The proof of the lyric, or of another work, as leaf `index` of a batch of `size`; all other leaves are made up. */
export declare function sampleProof(
  index: number,
  size: number,
  { work, record, anchors }?: Partial<SampleOptions>,
): Proof
interface SampleOptions {
  work: Uint8Array
  record: string
  anchors: (root: Uint8Array) => ProofAnchor[]
}
export {}
