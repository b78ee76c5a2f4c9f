import type { PublicProofState } from '@priormark/core/proofs/proof/public-proof'

/** How far the shop has recorded a proof, as a sentence for visitors. */
export const publicStateLabels: Record<PublicProofState, string> = {
  stopped: 'Its recording is stopped.',
  waiting: 'It will be in the next batch.',
  queued: 'It is in a batch that is about to be sent to a blockchain.',
  submitted: 'Its batch was sent to a blockchain and is not in a block yet.',
  included: 'Its batch is in a block, which could still be replaced.',
  final: 'Its batch is in a final block.',
}
