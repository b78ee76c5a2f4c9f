import * as v from 'valibot'
import { endpoint } from '../platform/http/endpoint.ts'
import { MailTexts } from './mail-texts.ts'

const { confirmation, fulfillment, evidence, refund, refund_failed, links } = MailTexts.entries

/** An email with texts that may not be saved yet. */
const body = v.variant('kind', [
  v.object({ kind: v.literal('confirmation'), text: confirmation }),
  v.object({ kind: v.literal('fulfillment'), text: fulfillment }),
  v.object({ kind: v.literal('evidence'), text: evidence }),
  v.object({ kind: v.literal('refund'), text: refund }),
  v.object({ kind: v.literal('refund_failed'), text: refund_failed }),
  v.object({ kind: v.literal('links'), text: links }),
])

export const mailTextEndpoints = {
  /** Returns the email as customers would get it, for a sample order. */
  preview: endpoint({
    method: 'POST',
    path: '/api/admin/settings/mail-preview',
    access: 'owner',
    body,
    reply: v.object({ subject: v.string(), html: v.string(), text: v.string() }),
  }),
  /** Sends it to the administrator's own address. */
  sendTest: endpoint({
    method: 'POST',
    path: '/api/admin/settings/mail-test',
    access: 'owner',
    body,
    reply: v.object({ sentTo: v.string() }),
  }),
}
