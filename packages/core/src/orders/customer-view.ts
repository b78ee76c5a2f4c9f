import * as v from 'valibot'
import { endpoint } from '../platform/http/endpoint.ts'
import { IsoDate, Uuid } from '../platform/ids.ts'
import { TermsId } from './accepted-terms.ts'
import { mailKinds } from '../platform/mail-kind.ts'
import { OrderKey } from './order.ts'

/** `marked`: an administrator marked it as sent. `failed`: at least one attempt failed, and none succeeded since. */
const customerMailStates = ['absent', 'waiting', 'failed', 'sent', 'marked'] as const

const CustomerMail = v.object({
  kind: v.picklist(mailKinds),
  /** The refund that it is about; null for any other email. Amount in dollars. */
  refund: v.nullable(v.object({ id: Uuid, amount: v.number() })),
  state: v.picklist(customerMailStates),
  /** When it was sent, else when it was queued. */
  at: v.nullable(IsoDate),
  /** Why it cannot be sent now, in words; null if it can. */
  obstacle: v.nullable(v.string()),
})
export type CustomerMail = v.InferOutput<typeof CustomerMail>

/** Another order for the same work. */
const DraftOrder = v.object({ id: Uuid, number: v.number() })

/** What a customer can see of an order. */
export const CustomerView = v.object({
  /** An erased order has no order page. */
  isErased: v.boolean(),
  /** Whether certificate and evidence can be downloaded. */
  hasEvidence: v.boolean(),
  /** The terms that the customer accepted; null for the sample order and those of the demo, which no customer placed. */
  termsId: v.nullable(TermsId),
  /** The order of the earlier draft that this one names. */
  earlierDraft: v.nullable(DraftOrder),
  /** The orders that name this one as their earlier draft, oldest first, including unpaid ones. */
  nextDrafts: v.array(DraftOrder),
  /** One for each kind that an order has once, in the order in which they are sent, then those about refunds. */
  mails: v.array(CustomerMail),
})
export type CustomerView = v.InferOutput<typeof CustomerView>

/** What an administrator does with the secret link of an order. */
const customerLinkUses = ['order_page', 'receipt', 'certificate', 'evidence', 'copy'] as const
export type CustomerLinkUse = (typeof customerLinkUses)[number]

const ofOrder = { access: 'orders', params: v.object({ id: Uuid }) } as const

export const customerViewEndpoints = {
  read: endpoint('GET', '/api/admin/orders/:id/customer-view', { ...ofOrder, reply: CustomerView }),
  /** Returns the secret of the order page. Each use is logged, because the link gives access to the order. 409 if erased. */
  link: endpoint('POST', '/api/admin/orders/:id/customer-link', {
    ...ofOrder,
    body: v.object({ use: v.picklist(customerLinkUses) }),
    reply: v.object({ key: OrderKey }),
  }),
  /**
   * Sends an email to the customer again, with its current content: the one of that kind, or about that refund. 409 if it is
   * not due, or on its way.
   */
  resend: endpoint('POST', '/api/admin/orders/:id/mails/:kind/resend', {
    access: 'orders',
    params: v.object({ id: Uuid, kind: v.picklist(mailKinds) }),
    body: v.optional(v.object({ refundId: v.optional(Uuid) }), {}),
    reply: null,
  }),
}
