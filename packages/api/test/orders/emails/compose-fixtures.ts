import { defaultMailTexts } from '@priormark/core/settings/mail-texts'
import type { MailKind } from '@priormark/core/platform/mail-kind'
import { composeMail, type MailExtras } from '../../../src/orders/emails/compose-mail.ts'
import type { MailRecord } from '../../../src/orders/emails/record-mail.ts'
import type { MailRefund } from '../../../src/orders/emails/refund-mail.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import type { OutgoingMail } from '../../../src/platform/mail/mail-transport.ts'
import { buildOrderMail } from '../../../testing/builders/order-mail.ts'
import { newOrder, policy, shop } from '../../../testing/mail-fixtures.ts'

export type Details = Parameters<typeof newOrder>[1]

/** A final record of Bitcoin. */
export const record: MailRecord = {
  proofUrl: 'https://priormark.example/verify?proof=b5c1ce0c-5d8e-4cc4-8f0d-0d1c4f7d7a11',
  link: 'https://explorer.example/tx/0x12?a=1&b="2"',
  hasEvidence: true,
  pending: [],
  mark: 'verified',
  isFinal: true,
  chain: 'Bitcoin',
  isDeclared: false,
}

/** A refund of a part of the price. */
export const refund: MailRefund = {
  amountCents: 400,
  refundedAt: new Date('2026-11-21T08:05:00Z'),
  recordState: 'none',
  isMadeAnotherWay: false,
}

/** Returns a function that composes an email about an order that is not stored. */
export const openComposer =
  (database: Database) =>
  (kind: MailKind, details?: Details, extras?: Partial<MailExtras>): OutgoingMail => {
    const em = database.fork()
    const order = newOrder(em, details)
    const mail = buildOrderMail(em, order, { kind, queuedAt: new Date('2026-11-21T08:09:10Z') })
    return composeMail(mail, order, shop, {
      policy,
      texts: defaultMailTexts,
      startedAt: null,
      recordState: 'none',
      evidence: null,
      receipt: null,
      record,
      refund,
      ...extras,
    })
  }
