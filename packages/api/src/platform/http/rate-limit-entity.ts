import { defineEntity, p } from '@mikro-orm/core'

export const RateLimitSchema = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limit',
  properties: {
    key: p.string().length(200).primary(),
    hits: p.integer(),
    windowEndsAt: p.datetime().index(),
  },
})

/** The number of attempts in the current window, shared by all processes. */
export class RateLimit extends RateLimitSchema.class {}
RateLimitSchema.setClass(RateLimit)
