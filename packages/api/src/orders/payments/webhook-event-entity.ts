import { defineEntity, p } from '@mikro-orm/core'

export const WebhookEventSchema = defineEntity({
  name: 'WebhookEvent',
  tableName: 'webhook_event',
  properties: {
    id: p.string().length(255).primary(),
    type: p.string().length(100),
    handledAt: p.datetime().index(),
  },
})

/** An event of the payment provider that was handled completely. */
export class WebhookEvent extends WebhookEventSchema.class {}
WebhookEventSchema.setClass(WebhookEvent)
