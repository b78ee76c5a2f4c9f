import type { MailKind } from '@priormark/core/platform/mail-kind'
import { proofPagePath } from '@priormark/core/proofs/proof/proof-page'
import { sampleProofId } from '@priormark/core/proofs/sample/sample-order'
import type { MailTextKind } from '@priormark/core/settings/mail-texts'
import { composeMail } from './compose-mail.ts'
import type { MailRecord } from './record-mail.ts'
import type { OutgoingMail } from '../../platform/mail/mail-transport.ts'
import { sampleOrder } from '../../order-book/sample-order.ts'
import { readPriceCents } from '../price/price-service.ts'
import type { ShopSettings } from '../../settings/shop-settings.ts'
import type { Em } from '../../platform/database/database.ts'
import { linksMail } from './send-links.ts'
import { OrderMail } from '../../order-book/order-mail-service.ts'

/** Makes an email about the sample order, with the same code as those to customers. Nothing is stored. */
export async function sampleMail(
  em: Em,
  kind: MailTextKind,
  { shop, policy, mailTexts }: Pick<ShopSettings, 'shop' | 'policy' | 'mailTexts'>,
): Promise<OutgoingMail> {
  const now = new Date()
  const order = sampleOrder(em)
  order.amountCents = await readPriceCents(em)
  order.createdAt = now
  order.paidAt = now
  order.startRequestedAt = now
  order.deliveryHours = policy.deliveryHours
  const isAboutRefund = kind === 'refund' || kind === 'refund_failed'
  if (kind === 'confirmation' || isAboutRefund) order.status = 'paid'
  if (kind === 'refund') Object.assign(order, { paymentState: 'refunded', refundedCents: order.amountCents })
  if (kind === 'links') return linksMail(order, [order], { shop, texts: mailTexts, requestedAt: now })
  const proofUrl = shop.publicUrl + proofPagePath(sampleProofId)
  const record: MailRecord = {
    proofUrl,
    link: null,
    hasEvidence: kind === 'evidence',
    pending: [],
    mark: 'verified',
    isFinal: kind === 'evidence',
    chain: policy.chains[0] ?? null,
    isDeclared: false,
  }
  return composeMail(newMail(em, kind, now), order, shop, {
    policy,
    texts: mailTexts,
    startedAt: kind === 'confirmation' ? null : now,
    evidence: null,
    receipt: null,
    record: kind === 'fulfillment' || kind === 'evidence' ? record : null,
    refund: isAboutRefund
      ? { amountCents: order.amountCents, refundedAt: now, isOnChain: false, isOtherWay: false }
      : null,
  })
}

function newMail(em: Em, kind: MailKind, queuedAt: Date): OrderMail {
  return em.create(
    OrderMail,
    { id: sampleProofId, order: sampleOrder(em), kind, queuedAt, attempts: 0 },
    { persist: false },
  )
}
