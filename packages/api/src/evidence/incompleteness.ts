import type { Anchor } from '../proofs/anchor-entity.ts'
import { placeOf } from '../proofs/anchor-facts.ts'
import type { OrderProof } from '../proofs/proof-service.ts'
import { isInBlock, pendingAnchors } from '../proofs/proof-status.ts'

/** Returns the sections of the README that say what is missing and how to complete it; none if nothing is. */
export function incompleteness({ anchors }: Pick<OrderProof, 'anchors'>, otsName: string | null): string[][] {
  const pending = pendingAnchors(anchors)
  if (pending.length === 0) return []
  const bitcoin = pending.find(({ kind }) => kind === 'opentimestamps')
  return [
    [
      'THIS ZIP IS NOT COMPLETE YET',
      ...pending.map((anchor) => `- ${placeOf(anchor)}: ${missingOf(anchor)}`),
      'What is final is valid now and stays so. To complete the rest, download the ZIP again from the page of the',
      'order, or use the one that we email when everything is final.',
      ...(bitcoin === undefined || otsName === null || isInBlock(bitcoin.state)
        ? []
        : [
            'Without us: a few hours after the order, any OpenTimestamps program completes the .ots file itself,',
            `such as: ots upgrade "${otsName}"`,
          ]),
    ],
  ]
}

function missingOf({ kind, state }: Anchor): string {
  if (isInBlock(state)) return 'in a block that can still be replaced by another one'
  return kind === 'opentimestamps' && state === 'submitted'
    ? 'promised by calendars, not in a block yet. The .ots file leads only to these promises.'
    : 'not in a block yet'
}
