import { defineEntity, p } from '@mikro-orm/core'

export const AnchorBatchSchema = defineEntity({
  name: 'AnchorBatch',
  tableName: 'anchor_batch',
  indexes: [{ properties: ['sealedAt', 'id'] }],
  properties: {
    id: p.uuid().primary(),
    /** The root of the Merkle tree over its leaves, in hex. */
    root: p.string().length(64).unique(),
    leafCount: p.integer(),
    sealedAt: p.datetime(),
  },
})

/** Orders sealed under one root. Only sealAlone() takes one out of it. */
export class AnchorBatch extends AnchorBatchSchema.class {}
AnchorBatchSchema.setClass(AnchorBatch)
