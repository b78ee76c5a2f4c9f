import { formatSecond } from '@priormark/core/platform/dates'
import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import { proofEndpoints, type ProofLookup, type PublicProof } from '@priormark/core/proofs/proof/public-proof'
import { client } from '../../platform/api.ts'
import { publicStateLabels } from './public-state-labels.ts'

/** Asks the shop whether a fingerprint is recorded here. Returns a sentence, even if the request fails. */
export async function askShop(sha256: string): Promise<string> {
  try {
    return lookupLabels(await client.call(proofEndpoints.lookUp, { query: { sha256 } }))
  } catch (failure) {
    return messageOf(failure, 'Could not read the response. Try again in a moment.')
  }
}

/** Describes the shop's response about a fingerprint. */
export function lookupLabels({ found, state, existedNoLaterThan, isOnTestChain }: ProofLookup): string {
  if (!found || state === null || state === 'stopped')
    return 'No. This fingerprint is not recorded here. Even a one-byte difference gives a different fingerprint.'
  const yes = 'Yes, this fingerprint is recorded here.'
  const time = existedNoLaterThan === null ? null : formatSecond(existedNoLaterThan)
  if (isOnTestChain && time !== null)
    return `${yes} A block says ${time}, but its chain is a test chain and proves nothing to others.`
  const since = time === null ? '' : ` It existed no later than ${time}.`
  return `${yes}${since} ${publicStateLabels[state]} That’s only what this site says: a proof.json proves it without us.`
}

/** Reads the public part of a proof; null if there is none with this id. @throws if the request fails */
export async function readBadge(id: string): Promise<PublicProof | null> {
  try {
    return await client.call(proofEndpoints.read, { params: { id } })
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return null
    throw failure
  }
}
