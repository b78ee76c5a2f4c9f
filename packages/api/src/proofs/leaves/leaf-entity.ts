import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { Order } from '../../order-book/order-entity.ts'
import { AnchorBatch } from './anchor-entity.ts'

/** A step of a leaf's path to its root, as in proof.json. */
interface StoredStep {
  side: 'left' | 'right'
  hash: string
}

export const ProofLeafSchema = defineEntity({
  name: 'ProofLeaf',
  tableName: 'proof_leaf',
  uniques: [{ properties: ['batch', 'leafIndex'] }],
  indexes: [
    { properties: ['fileSha256'] },
    {
      name: 'proof_leaf_waiting_index',
      expression:
        'create index "proof_leaf_waiting_index" on "proof_leaf" ("created_at", "id") where "batch_id" is null',
    },
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
    path: p.json<StoredStep[]>().nullable(),
    /** A link that an administrator declared for this order only. */
    declaredLink: p.text().nullable(),
  },
})

/**
 * The record of an order: its leaf, the data that the leaf hashes, and its place in a batch. Created when the order is
 * paid and may start.
 */
export class ProofLeaf extends ProofLeafSchema.class {}
ProofLeafSchema.setClass(ProofLeaf)

/** Whether a row of `orders` has a leaf. */
export const hasLeaf = sql<boolean>`exists (select from proof_leaf where proof_leaf.order_id = orders.id)`
