import { checkBitcoinHeader } from '@priormark/core/proofs/proof/bitcoin-header'
import type { BitcoinCheckpoint } from '@priormark/core/proofs/proof/bitcoin-checkpoints'
import { toBase64 } from '@priormark/core/proofs/proof/base64'
import { concatBytes, fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { writeOtsFile, type OtsTimestamp } from '@priormark/core/proofs/opentimestamps/ots-file'
import type { OtsOperation } from '@priormark/core/proofs/opentimestamps/ots-operation'
import type { Witness } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { fixedBytes, sha256 } from '../vector-batch.ts'

/** Centuries away from Bitcoin's blocks, so that nobody takes these for some of them. */
const firstHeight = 20_160_000
const lastHeight = firstHeight + 2_015
/** The target of Bitcoin's first blocks, the easiest of its main network, and the work that it stands for. */
const easiestBits = 'ffff001d'
const easiestWork = 0x100010001n

/** The checkpoints of an invented epoch in December 2020. Verifiers do not know it, because its blocks are so easy. */
export const minedEpoch: readonly BitcoinCheckpoint[] = [
  { height: firstHeight - 1, hash: '11'.repeat(32), work: '0', time: 1_606_780_800 },
  {
    height: lastHeight,
    hash: '22'.repeat(32),
    work: (2_016n * easiestWork).toString(16),
    time: 1_607_990_400,
  },
]

/**
 * What was mined for the vectors: the version, the time and the nonce of each header. It took some 3 * 10^10 hashes. The
 * latest time is that of the fourth block: December 5, 2020.
 */
const solutions = [
  [2, 1_606_953_600, 2_622_953_209],
  [1, 1_606_996_800, 2_395_488_600],
  [1, 1_607_040_000, 1_317_737_326],
  [1, 1_607_126_400, 1_679_859_631],
  [1, 1_607_061_600, 3_907_465_770],
  [1, 1_607_083_200, 2_145_970_110],
  [1, 1_607_104_800, 1_366_803_152],
] as const

/** Where the mined block can be in its epoch, at its end and behind it. */
export const heights = {
  within: firstHeight + 100,
  fiveBeforeTheEnd: lastHeight - 5,
  last: lastHeight,
  behind: lastHeight + 1,
}

/**
 * Returns a block that contains some roots in its only transaction, as 80-byte headers in hex with the six that follow, and the
 * witness of each root.
 * @throws Error if other roots than these were mined
 */
export function minedBlock(roots: readonly string[]) {
  const transaction = roots.join('')
  let merkleRoot = sha256(sha256(fromHex(transaction)))
  let previous: Uint8Array = new Uint8Array(32)
  const headers = solutions.map(([version, time, nonce], n) => {
    if (n > 0) merkleRoot = fixedBytes(`block ${n}`)
    const [before, after] = [
      numberBytes(version),
      concatBytes(numberBytes(time), fromHex(easiestBits), numberBytes(nonce)),
    ]
    const header = concatBytes(before, previous, merkleRoot, after)
    if (!checkBitcoinHeader(header, merkleRoot, sha256).matches)
      throw new Error(`Header ${n} has no work: the roots have changed and must be mined again`)
    previous = sha256(sha256(header))
    return toHex(header)
  })

  function witness(root: string, height = heights.within, own: readonly string[] = headers): Witness {
    const place = transaction.indexOf(root)
    const ots = writeOtsFile({
      hash: 'sha256',
      digest: fromHex(root),
      timestamp: behind(
        [
          { kind: 'prepend', bytes: fromHex(transaction.slice(0, place)) },
          { kind: 'append', bytes: fromHex(transaction.slice(place + root.length)) },
          { kind: 'hash', hash: 'sha256' },
          { kind: 'hash', hash: 'sha256' },
        ],
        { attestations: [{ kind: 'bitcoin', height }], branches: [] },
      ),
    })
    return { kind: 'opentimestamps', ots: toBase64(ots), headers: [...own] }
  }

  return { headers, witness }
}

/** Returns what is known of a message if something is known of the last of its operations that append or prepend nothing. */
function behind(operations: readonly OtsOperation[], timestamp: OtsTimestamp): OtsTimestamp {
  return operations
    .filter((operation) => !('bytes' in operation) || operation.bytes.length > 0)
    .reduceRight<OtsTimestamp>(
      (known, operation) => ({ attestations: [], branches: [{ operation, timestamp: known }] }),
      timestamp,
    )
}

/** A number of four bytes, the lowest first. */
function numberBytes(value: number): Uint8Array {
  return Uint8Array.from([0, 8, 16, 24], (shift) => value >>> shift)
}
