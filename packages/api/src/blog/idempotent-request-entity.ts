import { defineEntity, p } from '@mikro-orm/core'

export const IdempotentRequestSchema = defineEntity({
  name: 'IdempotentRequest',
  tableName: 'idempotent_request',
  indexes: [{ properties: ['createdAt'] }],
  properties: {
    adminId: p.uuid().primary(),
    key: p.string().length(200).primary(),
    /** SHA-256 of the request, to detect the reuse of a key for another request. */
    requestHash: p.string().length(64),
    /** As JSON. */
    response: p.text(),
    createdAt: p.datetime(),
  },
})

/** A change made with an Idempotency-Key, and its response. */
export class IdempotentRequest extends IdempotentRequestSchema.class {}
IdempotentRequestSchema.setClass(IdempotentRequest)
