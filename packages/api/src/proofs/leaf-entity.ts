import { defineEntity, p } from '@mikro-orm/core'
import { Order } from '../orders/order-entity.ts'
import { AnchorBatch } from './batch-entity.ts'

/** A step of a leaf's path to its root, as proof.json writes it. */
export interface StoredStep {
  side: 'left' | 'right'
  hash: string
}

const ProofLeafSchema = defineEntity({
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
    /** Names the proof in public. */
    id: p.uuid().primary(),
    /** Null once the order was erased: the leaf stays, for the others under its root, and leads nowhere. */
    order: () => p.manyToOne(Order).nullable().unique().deleteRule('set null'),
    fileSha256: p.string().length(64),
    /** Canonical JSON, frozen when the order was paid; null once erased. */
    record: p.text().nullable(),
    /** 32 random bytes in hex; null once erased. */
    salt: p.string().length(64).nullable(),
    commitment: p.string().length(64),
    leaf: p.string().length(64),
    createdAt: p.datetime(),
    /** Null while it waits to be sealed. */
    batch: () => p.manyToOne(AnchorBatch).nullable(),
    leafIndex: p.integer().nullable(),
    path: p.json<StoredStep[]>().nullable(),
    /** A link that an administrator declared for this order alone. */
    declaredLink: p.text().nullable(),
  },
})

/** What is recorded of an order: its leaf, what the leaf is made of, and where the leaf stands. Made when the order is paid. */
export class ProofLeaf extends ProofLeafSchema.class {}
ProofLeafSchema.setClass(ProofLeaf)
