import { defineEntity, p } from '@mikro-orm/core'

const AnchorBatchSchema = defineEntity({
  name: 'AnchorBatch',
  tableName: 'anchor_batch',
  indexes: [{ properties: ['sealedAt', 'id'] }],
  properties: {
    id: p.uuid().primary(),
    /** Of the Merkle tree over its leaves, in hex. */
    root: p.string().length(64).unique(),
    leafCount: p.integer(),
    sealedAt: p.datetime(),
  },
})

/** Orders that were put under one root together. Never changed after it was made. */
export class AnchorBatch extends AnchorBatchSchema.class {}
AnchorBatchSchema.setClass(AnchorBatch)
