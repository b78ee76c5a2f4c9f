import { defineEntity, p } from '@mikro-orm/core'

const RateLimitSchema = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limit',
  properties: {
    key: p.string().length(200).primary(),
    hits: p.integer(),
    windowEndsAt: p.datetime().index(),
  },
})

/** How often something was tried in the present window; shared by all processes. */
export class RateLimit extends RateLimitSchema.class {}
RateLimitSchema.setClass(RateLimit)
