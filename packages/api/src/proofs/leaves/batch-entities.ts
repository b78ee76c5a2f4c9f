import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { anchorStates, type AnchorState } from '@priormark/core/proofs/anchors/anchor-state'
import { anchorKinds } from '@priormark/core/settings/policy/anchor-kind'
import type { ProofAnchor } from '@priormark/core/proofs/proof/proof-schema'
import type { EvmEvidence } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { Order } from '../../order-book/order-entity.ts'

/** Orders sealed under one root. Only sealAlone() removes an order from its batch. */
export const AnchorBatch = defineEntity({
  name: 'AnchorBatch',
  indexes: [{ properties: ['sealedAt', 'id'] }],
  properties: {
    id: p.uuid().primary(),
    /** The root of the Merkle tree over its leaves, in hex. */
    root: p.string().length(64).unique(),
    leafCount: p.integer(),
    sealedAt: p.datetime(),
  },
})
export type AnchorBatch = InferEntity<typeof AnchorBatch>

/** The recording of a root in one place. It is stored before anything is sent. A root has at most one anchor of each kind. */
export const Anchor = defineEntity({
  name: 'Anchor',
  uniques: [{ properties: ['batch', 'kind'] }],
  indexes: [{ properties: ['state', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    batch: () => p.manyToOne(AnchorBatch),
    kind: p.enum(anchorKinds),
    state: p.enum(anchorStates).default('queued'),
    /** Why it is stuck and what a person can do, as sentences; null if it is not stuck. */
    stuckReason: p.text().nullable(),
    /** The page that shows the record. */
    link: p.text().nullable(),
    /** The block's own timestamp. */
    blockTime: p.datetime().nullable(),
    /** The latest time among the block and those that confirm it; null while those are unknown. */
    latestTime: p.datetime().nullable(),
    /** The anchor as it appears in a proof.json; null until there is evidence. */
    evidence: p.json<ProofAnchor>().nullable(),
    /** The parts of its block that prove an EVM anchor without its chain; null until it is in a block. Lazy, because it takes some kilobytes and only proofs need it. */
    evmEvidence: p.json<EvmEvidence>().nullable().lazy(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    submittedAt: p.datetime().nullable(),
    includedAt: p.datetime().nullable(),
    finalAt: p.datetime().nullable(),
  },
})
export type Anchor = InferEntity<typeof Anchor>

/** Returns the condition that a row of `anchor` has one of some states. They are literals, so that the planner knows them. */
export function anchorIs(states: readonly AnchorState[], table = 'anchor'): RawBuilder<SqlBool> {
  return sql`${sql.ref(`${table}.state`)} in (${sql.join(states.map((state) => sql.lit(state)))})`
}

/**
 * The record of an order: its leaf, the data that the leaf hashes, and its place in a batch. Created when the order is
 * paid and may start.
 */
export const ProofLeaf = defineEntity({
  name: 'ProofLeaf',
  uniques: [{ properties: ['batch', 'leafIndex'] }],
  indexes: [
    { properties: ['fileSha256'] },
    { name: 'proof_leaf_waiting_index', properties: ['createdAt', 'id'], where: '"batch_id" is null' },
  ],
  properties: {
    /** The public id of the proof. */
    id: p.uuid().primary(),
    /** Null after the order was erased. The leaf remains for the others in its batch and reveals nothing. */
    order: () => p.manyToOne(Order).nullable().unique().deleteRule('set null'),
    /** Zeros once erased. */
    fileSha256: p.string().length(64),
    /** The values of its fields by their names, as canonical JSON; frozen when the leaf was created, null once erased. */
    record: p.text().nullable(),
    /** What the salts of the fields are derived from: 32 random bytes in hex; null once erased. */
    masterSalt: p.string().length(64).nullable(),
    /** Zeros once erased. */
    commitment: p.string().length(64),
    leaf: p.string().length(64),
    createdAt: p.datetime(),
    /** Null until sealed. */
    batch: () => p.manyToOne(AnchorBatch).nullable(),
    leafIndex: p.integer().nullable(),
    /** The steps to the root, as in proof.json. */
    path: p.json<{ side: 'left' | 'right'; hash: string }[]>().nullable(),
    /** A link that an administrator declared for this order only. */
    declaredLink: p.text().nullable(),
  },
})
export type ProofLeaf = InferEntity<typeof ProofLeaf>

/** Whether a row of `orders` has a leaf. */
export const hasLeaf = sql<boolean>`exists (select from proof_leaf where proof_leaf.order_id = orders.id)`
