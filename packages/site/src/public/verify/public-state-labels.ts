import type { PublicProofState } from '@priormark/core/proof/public-proof'

/** The state of a proof, as this site says. */
export const publicStateLabels: Record<PublicProofState, string> = {
  waiting: 'It will be in the next batch.',
  queued: 'It is in a batch that is about to be sent to a blockchain.',
  submitted: 'Its batch was sent to a blockchain and is not in a block yet.',
  included: 'Its batch is in a block, which could still be replaced.',
  final: 'Its batch is in a final block.',
}
