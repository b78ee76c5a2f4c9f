import { formatSecond } from '@priormark/core/dates'
import { ApiError, sentenceOf } from '@priormark/core/http/api-error'
import { proofEndpoints, type PublicProof } from '@priormark/core/proof/public-proof'
import { client } from '../api.ts'
import { publicStateWords } from './public-state-words.ts'

/** Asks whether a fingerprint is recorded here. Answers with a sentence, also where no answer came. */
export async function askShop(sha256: string): Promise<string> {
  try {
    const { found, state, existedNoLaterThan } = await client.call(proofEndpoints.lookUp, {
      query: { sha256 },
    })
    if (!found || state === null)
      return 'No. This fingerprint is not recorded here. A copy that differs in one byte has another one.'
    const since =
      existedNoLaterThan === null ? '' : ` It existed no later than ${formatSecond(existedNoLaterThan)}.`
    return `Yes, this fingerprint is recorded here.${since} ${publicStateWords[state]} This is this site’s word; a proof.json shows it without us.`
  } catch (failure) {
    return sentenceOf(failure, 'The answer could not be read. Try again in a moment.')
  }
}

/** What is public of a proof; null where there is none with this id. @throws where no answer came */
export async function readBadge(id: string): Promise<PublicProof | null> {
  try {
    return await client.call(proofEndpoints.read, { params: { id } })
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return null
    throw failure
  }
}
