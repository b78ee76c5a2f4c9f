import { AppError } from '@priormark/core/platform/errors'
import { shownEmail } from '@priormark/core/platform/email-address'
import { mailTextEndpoints } from '@priormark/core/settings/endpoints'
import { audit } from '../../staff/audit/audit-service.ts'
import { findConfirmedAddress } from '../../staff/auth/account-email.ts'
import { route, type AppRouter } from '../../platform/http/route.ts'
import type { OutgoingMail } from '../../platform/mail/mail-transport.ts'
import type { SettingsSource, ShopSettings } from '../../settings/shop-settings.ts'
import { proofPagePath } from '@priormark/core/proofs/proof/proof-page'
import { sampleProofId } from '@priormark/core/proofs/sample/sample-order'
import type { MailText, MailTextKind } from '@priormark/core/settings/mail-texts'
import { composeMail } from './compose-mail.ts'
import type { MailRecord } from './record-mail.ts'
import { sampleOrder } from '../../order-book/sample-order.ts'
import { readPriceCents } from '../price/price-service.ts'
import type { Em } from '../../platform/database/database.ts'
import { linksMail } from './send-links.ts'
import { OrderMail } from '../../order-book/order-mail-service.ts'

/** Limits test emails. The limit is high enough for someone who writes texts. */
const testLimit = { name: 'test-mail', hits: 30, windowSeconds: 3_600 }

interface MailTextDeps {
  settings: SettingsSource
  /** Sends an email now. */
  sendMail: (mail: OutgoingMail) => Promise<void>
}

/** The endpoints with which owners preview and test an email to customers before they save its texts. */
export function mailTextRoutes(router: AppRouter, { settings, sendMail }: MailTextDeps): void {
  route(router, mailTextEndpoints.preview, async ({ em, body: { kind, text } }) => {
    const mail = await composeSample(em, kind, withText(await settings.current(), kind, text))
    return { subject: mail.subject, html: await inlineImage(mail), text: mail.text }
  })

  route(router, { ...mailTextEndpoints.sendTest, limit: testLimit }, async ({ em, body, admin, actor }) => {
    const email = await findConfirmedAddress(em, admin)
    const { kind, text } = body
    const shopSettings = await settings.current()
    const mail = await composeSample(em, kind, withText(shopSettings, kind, text))
    const now = new Date()
    try {
      await sendMail({
        ...mail,
        to: { name: admin.username, address: email },
        subject: `Test: ${mail.subject}`,
        messageId: `<test.${kind}.${now.getTime()}@${new URL(shopSettings.shop.publicUrl).hostname}>`,
        date: now,
        name: `test-${kind}`,
      })
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown'
      throw new AppError('unavailable', `The mail server did not accept the test: ${reason}`, {
        cause: error,
      })
    }
    audit(em, { actor, action: 'settings.test_mail_sent', detail: kind })
    await em.flush()
    return { sentTo: shownEmail(email) }
  })
}

const withText = (settings: ShopSettings, kind: MailTextKind, text: MailText): ShopSettings => ({
  ...settings,
  mailTexts: { ...settings.mailTexts, [kind]: text },
})

/** Puts the image into the HTML, because a browser does not know the attachments of an email. */
async function inlineImage({ html, image }: OutgoingMail): Promise<string> {
  if (image === null) return html
  const png = await image.drawPng()
  return html.replaceAll(`cid:${image.contentId}`, `data:image/png;base64,${png.toString('base64')}`)
}

/** Composes an email about the sample order, with the same code as emails to customers. Nothing is stored. */
async function composeSample(
  em: Em,
  kind: MailTextKind,
  { shop, policy, mailTexts }: Pick<ShopSettings, 'shop' | 'policy' | 'mailTexts'>,
): Promise<OutgoingMail> {
  const now = new Date()
  const order = Object.assign(sampleOrder(em), {
    amountCents: await readPriceCents(em),
    deliveryHours: policy.deliveryHours,
    createdAt: now,
    paidAt: now,
    startRequestedAt: now,
  })
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
  const mail = em.create(
    OrderMail,
    { id: sampleProofId, order: sampleOrder(em), kind, queuedAt: now, attempts: 0 },
    { persist: false },
  )
  return composeMail(mail, order, shop, {
    policy,
    texts: mailTexts,
    startedAt: kind === 'confirmation' ? null : now,
    recordState: 'none',
    evidence: null,
    receipt: null,
    record: kind === 'fulfillment' || kind === 'evidence' ? record : null,
    refund: isAboutRefund
      ? { amountCents: order.amountCents, refundedAt: now, recordState: 'none', isMadeAnotherWay: false }
      : null,
  })
}
