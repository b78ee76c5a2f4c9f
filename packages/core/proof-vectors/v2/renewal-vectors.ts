import { hash } from 'node:crypto'
import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { MerkleTree } from '@priormark/core/proofs/proof/merkle-tree'
import { canonicalValue } from '@priormark/core/proofs/proof/canonical-json'
import type { ProofV2, Witness } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import type { RenewalFlaw } from '@priormark/core/proofs/proof-v2/renewal'
import { verdictMessages as words } from '@priormark/core/proofs/proof/verdict-messages'
import { fixedBytes, sha256 } from '../vector-batch.ts'
import { tokenOf } from './authority.ts'
import { evmWitness } from './evm-block.ts'
import { logOf } from './log-vectors.ts'
import { by, tokenWitness } from './token-witness.ts'
import { manualWitness, otsWitness, sampleProofV2, witnessWithoutWork } from './vector-proof.ts'
import { problemVector, provenVector, soundVector, type VectorV2 } from './vector.ts'

type Renewal = ProofV2['renewals'][number]

const base = sampleProofV2({ witnesses: () => [] })

/** What can differ between renewals. */
interface RenewalOptions {
  name?: Renewal['hash']
  size?: number
  witnesses?: (root: string) => readonly Witness[]
  log?: (root: string) => Renewal['log']
}

/** Returns a proof with one renewal more, which covers all that is there. */
export function renewed(
  proof: ProofV2,
  { name = 'sha256', size = 5, witnesses = () => [], log = () => null }: RenewalOptions = {},
): ProofV2 {
  const { log: _, renewals, ...core } = proof
  const covered = renewals.length === 0 ? core : { ...core, renewals }
  const label = renewals.length === 0 ? 'core' : 'renewal'
  const digest = hash(name, `priormark/2 ${label}\0${canonicalValue(covered)}`, 'hex')
  const leaf = sha256(Uint8Array.of(2, ...fromHex(digest)))
  const leaves = Array.from({ length: size }, (_unused, n) => (n === 0 ? leaf : fixedBytes(`leaf ${n}`)))
  const tree = new MerkleTree(sha256, leaves)
  const path = tree.path(0)
  const root = toHex(tree.root())
  const renewal = { hash: name, digest, path, root, witnesses: [...witnesses(root)], log: log(root) }
  return { ...proof, renewals: [...renewals, renewal] }
}

/** The witness of a root by a token of a time. */
const stampedAt = (time: string) => (root: string) => [tokenWitness(tokenOf({ root, time }))]

/** The same by a certificate that has expired. */
export const expiredAt = (time: string, until: string) => (root: string) => [
  tokenWitness(by({ until }, { root, time })),
]

/** Proofs with renewals. */
export function renewalVectors(): VectorV2[] {
  const aged: ProofV2 = { ...base, witnesses: expiredAt('20200601000000Z', '20210101000000Z')(base.root) }
  const byRenewal = { id: 'proven.renewal.sentence' } as const
  const stamped = stampedAt('20260102030405Z')
  const one = renewed(base, { witnesses: stamped })
  const [first] = one.renewals
  const other = toHex(fixedBytes('another digest'))
  if (first === undefined) throw new Error('There is no renewal')
  const twice = renewed(one)
  const changed = (change: Partial<Renewal>): ProofV2 => ({ ...one, renewals: [{ ...first, ...change }] })
  const broken: Record<string, [RenewalFlaw, ProofV2, number?]> = {
    'another-digest': ['digest', changed({ digest: other })],
    'another-hash-function': ['digest', changed({ hash: 'sha3-256' })],
    'half-of-a-digest': ['digest', changed({ hash: 'sha512', digest: other })],
    'of-another-proof': ['digest', { ...one, witnesses: [manualWitness] }],
    'in-another-order': ['digest', { ...one, renewals: twice.renewals.toReversed() }],
    'first-one-changed': [
      'digest',
      {
        ...twice,
        renewals: [{ ...first, log: logOf(0, 1, { entry: first.root }) }, ...twice.renewals.slice(1)],
      },
      2,
    ],
    'path-shorter': ['path', changed({ path: first.path.slice(1) })],
    'another-root': ['path', changed({ root: other })],
    'witness-of-another-root': ['witness', renewed(base, { witnesses: () => [otsWitness(base.root)] })],
    'broken-evidence': [
      'witness',
      renewed(base, { witnesses: (root) => [{ ...evmWitness(root), blockNumber: 43 }] }),
    ],
    'headers-without-work': ['witness', renewed(base, { witnesses: (root) => [witnessWithoutWork(root)] })],
    'token-of-another-root': ['witness', renewed(base, { witnesses: () => stamped(base.root) })],
    'log-of-another-root': ['log', renewed(base, { log: () => logOf(3, 5, { entry: other }) })],
    'second-one-broken': ['witness', renewed(one, { witnesses: () => [otsWitness(base.root)] }), 2],
  }
  return [
    provenVector('renewal/dates-the-proof', 'Jan 2, 2026', one, byRenewal),
    provenVector(
      'renewal/of-an-expired-token',
      'Jun 1, 2020',
      renewed(aged, { witnesses: stampedAt('20201201000000Z') }),
    ),
    provenVector(
      'renewal/that-was-renewed',
      'Jun 1, 2020',
      renewed(renewed(aged, { witnesses: expiredAt('20201201000000Z', '20211201000000Z') }), {
        witnesses: stampedAt('20210601000000Z'),
      }),
    ),
    // The time is that of the token and one second more: the last one of the certificate.
    provenVector(
      'renewal/in-the-last-second-of-the-token',
      'Jun 1, 2020',
      renewed(aged, { witnesses: stampedAt('20201231235959Z') }),
    ),
    provenVector(
      'renewal/of-the-same-second',
      'Jan 2, 2026',
      renewed({ ...base, witnesses: stamped(base.root) }, { witnesses: stamped }),
    ),
    provenVector(
      'renewal/too-late-for-the-token',
      'Jun 1, 2021',
      renewed(aged, { witnesses: stampedAt('20210601000000Z') }),
      byRenewal,
    ),
    provenVector(
      'renewal/before-the-token',
      'Jan 1, 2026',
      renewed({ ...base, witnesses: stamped(base.root) }, { witnesses: stampedAt('20260101000000Z') }),
      byRenewal,
    ),
    provenVector(
      'renewal/after-the-token',
      'Jan 2, 2026',
      renewed({ ...base, witnesses: stamped(base.root) }, { witnesses: stampedAt('20260601000000Z') }),
    ),
    ...(['sha256', 'sha3-256', 'sha512'] as const).map((name) =>
      provenVector(
        `renewal/${name}`,
        'Jan 2, 2026',
        renewed(renewed(base, { name }), { name, witnesses: stamped, size: 1 }),
        byRenewal,
      ),
    ),
    provenVector(
      'renewal/in-a-log',
      'Jan 2, 2026',
      renewed(base, { witnesses: stamped, log: (root) => logOf(3, 5, { entry: root }) }),
      byRenewal,
    ),
    provenVector(
      'renewal/log-added-later',
      'Jan 2, 2026',
      { ...one, log: logOf(3, 5, { entry: one.root }) },
      byRenewal,
    ),
    soundVector(
      'renewal/sixteen',
      ['pending', 'pending'],
      Array.from({ length: 16 }).reduce<ProofV2>((proof) => renewed(proof), base),
    ),
    soundVector('renewal/without-witness', ['pending', 'pending'], renewed(base)),
    soundVector(
      'renewal/with-a-link-only',
      ['pending', 'pending'],
      renewed(base, { witnesses: () => [manualWitness] }),
    ),
    soundVector(
      'renewal/on-a-public-chain-only',
      ['pending', 'pending'],
      renewed(base, { witnesses: (root) => [evmWitness(root), otsWitness(root)] }),
    ),
    soundVector(
      'renewal/of-an-unknown-authority',
      ['pending', 'pending'],
      renewed(base, { witnesses: (root) => [tokenWitness(tokenOf({ root }), [])] }),
    ),
    soundVector(
      'renewal/that-expired-too',
      ['pending', 'weak'],
      renewed(aged, { witnesses: expiredAt('20201201000000Z', '20211201000000Z') }),
    ),
    ...Object.entries(broken).map(([name, [flaw, proof, number = 1]]) =>
      problemVector(`renewal/${name}`, 'renewal_broken', proof, { number, flaw: words[`renewal.${flaw}`] }),
    ),
  ]
}
