import { readFileSync } from 'node:fs'
import type { BitcoinCheckpoint } from '@priormark/core/proofs/proof/bitcoin-checkpoints'
import { fromHex } from '@priormark/core/proofs/proof/bytes'
import { targetOfHeader, workOfTarget } from '@priormark/core/proofs/proof/bitcoin-header'
import { writeOtsFile } from '@priormark/core/proofs/opentimestamps/ots-file'
import { sha256 } from './vector-batch.ts'

/** The headers of Bitcoin's first seven blocks, which are easy to make today. */
export const firstBlocks: readonly Uint8Array[] = readFileSync(
  new URL('mainnet/blocks-0-to-6.txt', import.meta.url),
  'latin1',
)
  .trim()
  .split('\n')
  .map(fromHex)

const [firstBlock] = firstBlocks
if (firstBlock?.length !== 80) throw new Error('mainnet/blocks-0-to-6.txt does not begin with a header')
const epochWork = 2_016n * workOfTarget(targetOfHeader(firstBlock))

/**
 * The checkpoints of the first epoch, for tests: verifiers do not know it, because its blocks are so easy. The second one has
 * the same target, so only the time tells a block of the first from it; its end is invented.
 */
export const firstEpoch: readonly BitcoinCheckpoint[] = [
  { height: -1, hash: '', work: '0', time: 1_231_006_505 },
  {
    height: 2_015,
    hash: '00000000693067b0e6b440bc51450b9f3850561b07f6d3c021c54fbd6abb9763',
    work: epochWork.toString(16),
    time: 1_233_061_996,
  },
  { height: 4_031, hash: '00'.repeat(32), work: (2n * epochWork).toString(16), time: 1_234_271_596 },
]

/** The one transaction of the first block, whose double SHA-256 is the Merkle root, and an `.ots` of it that names the right height, or another. */
export const firstTransaction = (() => {
  const transaction = fromHex(
    '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054' +
      '696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f7574' +
      '20666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea' +
      '1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
  )
  const otsAt = (height: number) =>
    writeOtsFile({
      hash: 'sha256',
      digest: sha256(transaction),
      timestamp: {
        attestations: [],
        branches: [
          {
            operation: { kind: 'hash', hash: 'sha256' },
            timestamp: { attestations: [{ kind: 'bitcoin', height }], branches: [] },
          },
        ],
      },
    })
  return { transaction, ots: otsAt(0), otsAt }
})()
