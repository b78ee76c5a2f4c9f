import type { ProofV2 } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { soundProofs } from '../vector-files.ts'
import { tokenOf } from './authority.ts'
import { heights, minedBlock } from './mined-blocks.ts'
import { upgradeProof } from './proof-upgrade.ts'
import { expiredAt, renewed } from './renewal-vectors.ts'
import { tokenWitness } from './token-witness.ts'
import { sampleProofV2 } from './vector-proof.ts'
import { contradictedVector, provenVector, soundVector, type VectorV2 } from './vector.ts'

const base = sampleProofV2({ witnesses: () => [] })
const upgraded = upgradeProof(soundProofs['seven-leaves'])
const aged: ProofV2 = { ...base, witnesses: expiredAt('20200601000000Z', '20210101000000Z')(base.root) }
const rootOf = ({ renewals: [renewal], root }: ProofV2) => renewal?.root ?? root
const { headers, witness } = minedBlock([base, upgraded, renewed(base), renewed(aged)].map(rootOf))

/** Proofs with headers of blocks that were mined for them. */
export function headerVectors(): VectorV2[] {
  const [first = '', ...following] = headers
  const day = 'Dec 5, 2020'
  const at = (height: number, own?: readonly string[]): ProofV2 => ({
    ...base,
    witnesses: [witness(base.root, height, own)],
  })
  const withHeaders = (...own: readonly string[]) => at(heights.within, own)
  const withToken = (time: string): ProofV2 => ({
    ...base,
    witnesses: [tokenWitness(tokenOf({ root: base.root, time })), witness(base.root)],
  })
  const byHeaders = { id: 'proven.sentence' } as const
  const byRenewal = { id: 'proven.renewal.sentence' } as const
  const proven: Record<string, ProofV2> = {
    seven: withHeaders(...headers),
    'following-in-another-order': withHeaders(first, ...following.toReversed()),
    'of-an-upgraded-proof': { ...upgraded, witnesses: [witness(upgraded.root)] },
    'before-a-token': withToken('20260102030405Z'),
    'of-the-same-second-as-a-token': withToken('20201204235959Z'),
  }
  const open: Record<string, ProofV2> = {
    six: withHeaders(first, ...following.slice(0, 5)),
    'one-missing': withHeaders(first, ...following.toSpliced(2, 1)),
    'one-without-work': withHeaders(first, ...following.with(2, following[2]?.replace(/..$/, '00') ?? '')),
    'at-the-end-of-the-epoch': at(heights.fiveBeforeTheEnd),
    'of-an-unknown-epoch': at(heights.behind),
  }
  return [
    ...Object.entries(proven).map(([name, proof]) => provenVector(`headers/${name}`, day, proof, byHeaders)),
    provenVector('headers/after-a-token', 'Jun 1, 2020', withToken('20200601000000Z')),
    ...Object.entries(open).map(([name, proof]) => soundVector(`headers/${name}`, ['holds', 'open'], proof)),
    contradictedVector('headers/not-the-known-block', at(heights.last)),
    provenVector(
      'headers/of-a-renewal',
      day,
      renewed(base, { witnesses: (root) => [witness(root)] }),
      byRenewal,
    ),
    provenVector(
      'headers/of-a-renewal-in-time-for-a-token',
      'Jun 1, 2020',
      renewed(aged, { witnesses: (root) => [witness(root)] }),
    ),
    soundVector(
      'headers/six-of-a-renewal',
      ['pending', 'pending'],
      renewed(base, { witnesses: (root) => [witness(root, heights.within, headers.slice(0, 6))] }),
    ),
  ]
}
