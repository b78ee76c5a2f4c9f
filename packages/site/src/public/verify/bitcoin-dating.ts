import type { AttestationCheck } from '@priormark/core/proof/anchor-check'
import { checkBitcoinHeader } from '@priormark/core/proof/bitcoin-header'
import { expectedHashes, isUsualWork } from '@priormark/core/proof/bitcoin-work'
import type { HashFunction } from '@priormark/core/proof/hash'
import type { Check, LookUp } from './verify-result.ts'
import { bitcoinExplorers } from './explorers.ts'

type BitcoinCheck = Extract<AttestationCheck, { kind: 'bitcoin' }>

/** What the given block headers show about an attestation. */
interface Dating {
  check: Check
  /** The block's own time in seconds since 1970, if a header proves it. */
  timeSeconds: number | null
  /** In place of looking up the Merkle root. */
  lookUp: LookUp | null
}

/** Finds the header that an attestation leads to. Returns null if no headers were given. */
export function datingOf(
  attestation: BitcoinCheck,
  headers: readonly Uint8Array[],
  sha256: HashFunction,
): Dating | null {
  if (headers.length === 0) return null
  const { height, message } = attestation
  let isWithoutWork = false
  for (const header of headers) {
    const found = checkBitcoinHeader(header, message, sha256)
    if (!found.matches) isWithoutWork ||= found.problem === 'no_proof_of_work'
    else if (isUsualWork(header, found.timeSeconds)) {
      const { blockHash, timeSeconds } = found
      return { check: shown(height, header), timeSeconds, lookUp: hashLookUp(height, blockHash) }
    } else
      return failing(
        'This block header is so easy that anyone could make one like it today, so it does not show a time.',
      )
  }
  return failing(
    isWithoutWork
      ? 'This block header has the Merkle root, but no proof of work: it is not a Bitcoin block.'
      : 'No block header here has the Merkle root that the proof leads to: the proof or the header was changed.',
  )
}

function shown(height: number, header: Uint8Array): Check {
  const exponent = Math.floor(Math.log10(expectedHashes(header)))
  return {
    what: 'Bitcoin header',
    outcome: 'fits',
    detail: `It has the Merkle root that the proof leads to, and a proof of work of about 10^${exponent} attempts, which is normal for its time. The proof says it is block ${height}.`,
  }
}

function failing(detail: string): Dating {
  return { check: { what: 'Bitcoin header', outcome: 'fails', detail }, timeSeconds: null, lookUp: null }
}

function hashLookUp(height: number, blockHash: string): LookUp {
  return {
    title: `Bitcoin block ${height}, to be completely sure`,
    sentence:
      'A header cannot show that the chain continues from it, but faking one this hard costs as much as mining it. Any explorer shows this hash at this height.',
    values: [
      { label: 'Height', value: String(height) },
      { label: 'Block hash', value: blockHash },
    ],
    links: bitcoinExplorers(height),
  }
}
