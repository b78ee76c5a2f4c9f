import { defineEntity, p } from '@mikro-orm/core'
import { anchorKinds, anchorStates } from '@priormark/core/anchors/anchor'
import type { ProofAnchor } from '@priormark/core/proof/proof-schema'
import { AnchorBatch } from './batch-entity.ts'

const AnchorSchema = defineEntity({
  name: 'Anchor',
  tableName: 'anchor',
  uniques: [{ properties: ['batch', 'kind'] }],
  indexes: [{ properties: ['state', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    batch: () => p.manyToOne(AnchorBatch),
    kind: p.enum(anchorKinds),
    state: p.enum(anchorStates).default('queued'),
    /** Why it does not get on and what a person can do, in a sentence; null while nothing is wrong. */
    stuckReason: p.text().nullable(),
    /** The page that shows the record. */
    link: p.text().nullable(),
    /** The time that the block itself has. */
    blockTime: p.datetime().nullable(),
    /** The anchor as a proof.json carries it; null until there is something to carry. */
    evidence: p.json<ProofAnchor>().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    submittedAt: p.datetime().nullable(),
    includedAt: p.datetime().nullable(),
    finalAt: p.datetime().nullable(),
  },
})

/** One place where a root is to be recorded: the durable intent, and how far it is. One of each kind a root. */
export class Anchor extends AnchorSchema.class {}
AnchorSchema.setClass(Anchor)
