import type { BitcoinCheckpoint } from '@priormark/core/proofs/proof/bitcoin-checkpoints'
/** The headers of Bitcoin's first seven blocks, which are easy to make today. */
export declare const firstBlocks: readonly Uint8Array[]
/**
 * The checkpoints of the first epoch, for tests: verifiers do not know it, because its blocks are so easy. The second one has
 * the same target, so only the time tells a block of the first from it; its end is invented.
 */
export declare const firstEpoch: readonly BitcoinCheckpoint[]
/** The one transaction of the first block, whose double SHA-256 is the Merkle root, and an `.ots` of it that names the right height, or another. */
export declare const firstTransaction: {
  transaction: Uint8Array<ArrayBufferLike>
  ots: Uint8Array
  otsAt: (height: number) => Uint8Array<ArrayBufferLike>
}
