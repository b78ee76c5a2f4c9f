import type { PublicProofState } from '@priormark/core/proof/public-proof'

/** How far a proof is, as this site says. */
export const publicStateLabels: Record<PublicProofState, string> = {
  waiting: 'It waits to be put under a root with others.',
  queued: 'It is under a root, which is about to be sent to a chain.',
  submitted: 'Its root was sent to a chain and is not in a block yet.',
  included: 'Its root is in a block, which the chain could still replace.',
  final: 'Its root is in a block that the chain calls final.',
}
