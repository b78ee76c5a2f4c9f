import { formatSecond } from '@priormark/core/platform/dates'
import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import { proofEndpoints, type ProofLookup, type PublicProof } from '@priormark/core/proofs/proof/public-proof'
import { client } from '../../../ui/site-client.ts'
import { publicStateLabels } from './public-proof-result.ts'
import { orderProgressEndpoints } from '@priormark/core/orders/order-progress'
import { sampleEndpoints } from '@priormark/core/proofs/sample/endpoints'
import { sampleOrderKey, sampleWork } from '@priormark/core/proofs/sample/sample-order'
import { toastError } from '../../../ui/toast-store.ts'
import type { InputFile } from './chosen-files.ts'

/** Asks the shop whether a fingerprint is recorded here. Returns a message about it, or about the failure of the request. */
export async function askShop(sha256: string): Promise<string> {
  try {
    return lookupMessage(await client.call(proofEndpoints.lookUp, { query: { sha256 } }))
  } catch (failure) {
    return messageOf(failure, 'Could not read the response. Try again in a moment.')
  }
}

/** Describes the shop's response about a fingerprint. */
function lookupMessage({ found, state, existedNoLaterThan, isOnTestChain }: ProofLookup): string {
  if (!found || state === null || state === 'stopped')
    return 'No. This fingerprint is not recorded here. Even a one-byte difference gives a different fingerprint.'
  const yesText = 'Yes, this fingerprint is recorded here.'
  const time = existedNoLaterThan === null ? null : formatSecond(existedNoLaterThan)
  if (isOnTestChain && time !== null)
    return `${yesText} A block says ${time}, but its chain is a test chain and proves nothing to others.`
  const since = time === null ? '' : ` It existed no later than ${time}.`
  return `${yesText}${since} ${publicStateLabels[state]} That’s only what this site says: a proof.json proves it without us.`
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

/** Downloads the file and the proof of the sample order. Returns null, and says so, if that fails. */
export async function fetchSample(): Promise<InputFile[] | null> {
  const proofPath = orderProgressEndpoints.proof.path.replace(':key', sampleOrderKey)
  try {
    const [work, proof] = await Promise.all([download(sampleEndpoints.work.path), download(proofPath)])
    return [
      { name: sampleWork.fileName, blob: work, path: null },
      { name: 'proof.json', blob: proof, path: null },
    ]
  } catch {
    toastError('We couldn’t load the sample', 'Please try again in a moment.')
    return null
  }
}

async function download(path: string): Promise<Blob> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.blob()
}
