import { defaultMailTexts } from '@priormark/core/settings/mail-texts'
import { orderMailKinds, type OrderMailKind } from '@priormark/core/platform/mail-kind'
import type { ServicePolicy } from '@priormark/core/settings/policy/service-policy'
import { cases, sample } from '@priormark/core/testing/depth'
import { everyPolicy, foreignClaims } from '@priormark/core/testing/policy-claims'
import { unzipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import { composeMail } from '../../../src/orders/emails/compose-mail.ts'
import type { MailRecord } from '../../../src/orders/emails/record-mail.ts'
import type { Order } from '../../../src/order-book/order-entity.ts'
import { buildOrderMail } from '../../../testing/builders/order-mail.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { newVisitor } from '../../../testing/visitor.ts'
import { readPdf } from '../../proofs/evidence/read-pdf.ts'
import { paidOrder, progress, seal } from '../../proofs/proofs-fixtures.ts'
import { newOrder, shop } from '../../../testing/mail-fixtures.ts'

const app = await startTestApp()
afterAll(() => app.close())

/** What an email says of a record in a shop with these chains. */
const recordIn = ({ kinds, chains }: ServicePolicy): MailRecord => ({
  proofUrl: 'https://priormark.example/verify?proof=b5c1ce0c-5d8e-4cc4-8f0d-0d1c4f7d7a11',
  link: 'https://explorer.example/tx/0x12',
  hasEvidence: false,
  pending: kinds.includes('opentimestamps') ? ['Bitcoin'] : [],
  mark: 'verified',
  isFinal: true,
  chain: chains.at(-1) ?? null,
  isDeclared: false,
})

const paidAt = new Date('2026-11-22T08:05:00Z')
const later = new Date('2026-11-27T08:05:00Z')
const customers: Record<string, { details: Partial<Order>; startedAt: Date | null }> = {
  'asked for an immediate start': {
    details: { paidAt, paymentState: 'paid', startRequestedAt: paidAt },
    startedAt: paidAt,
  },
  'asked for an immediate start days later': {
    details: { paidAt, paymentState: 'paid', startRequestedAt: later },
    startedAt: later,
  },
  'did not ask for an immediate start': {
    details: { paidAt, paymentState: 'paid', startRequestedAt: null },
    startedAt: null,
  },
  'paid an administrator': { details: { paidAt, startRequestedAt: null }, startedAt: paidAt },
}

function mailTo(kind: OrderMailKind, policy: ServicePolicy, customer: (typeof customers)[string]): string {
  const em = app.database.fork()
  const order = newOrder(em, customer.details)
  const mail = buildOrderMail(em, order, { kind, queuedAt: paidAt })
  const { startedAt } = customer
  const { text } = composeMail(mail, order, shop, {
    policy,
    texts: defaultMailTexts,
    startedAt,
    recordState: 'none',
    evidence: null,
    receipt: null,
    record: recordIn(policy),
    refund: null,
  })
  return unwrapped(text)
}

/** Joins the lines of paragraphs. */
function unwrapped(text: string): string {
  return text.replaceAll(/([^\n])\n *(?=\S)/g, '$1 ').replaceAll(/ +/g, ' ')
}

describe.each(everyPolicy)('a shop that records works by $kinds', (policy) => {
  test.each(
    orderMailKinds.flatMap((kind) =>
      Object.entries(customers).map(([name, customer]) => ({ kind, name, customer })),
    ),
  )('promises nothing else in the $kind email to a customer who $name', ({ kind, customer }) => {
    expect(foreignClaims(mailTo(kind, policy, customer), policy)).toEqual([])
  })
})

const shownRecords = everyPolicy.flatMap((policy) =>
  (['queued', 'included'] as const).map((state) => ({ policy, state })),
)

// The first two are of a shop that records works only manually, which is the default.
test.each([
  ...shownRecords.slice(0, 2),
  ...sample(shownRecords.slice(2), cases({ normal: 2, deep: Infinity })),
])(
  'a shop that records works by $policy.kinds promises nothing else in the evidence while its records are $state',
  async ({ policy, state }) => {
    const { key } = await paidOrder(app)
    const root = await seal(app, policy.kinds)
    if (state === 'included')
      for (const kind of policy.kinds) await progress(app, root, kind, kind === 'manual' ? 'final' : state)
    const response = await newVisitor(app).fetch(`/api/orders/${key}/evidence.zip`)
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    const readme = new TextDecoder().decode(files['README.txt'])
    expect(readme).toContain('WHAT TO KEEP')
    expect(foreignClaims(unwrapped(readme), policy)).toEqual([])
    const { texts } = await readPdf(files['certificate.pdf'] ?? new Uint8Array())
    const certificate = texts.map(({ text }) => text).join(' ')
    expect(certificate).toContain('Fingerprint')
    expect(foreignClaims(certificate, policy)).toEqual([])
  },
)

test('detects an email with another shop’s duration or retention', () => {
  const [manual, evm] = everyPolicy
  const [asked] = Object.values(customers)
  if (manual === undefined || evm === undefined || asked === undefined) throw new Error('Nothing to compare')
  expect(
    foreignClaims(mailTo('confirmation', manual, asked), {
      ...evm,
      fileRetentionDays: manual.fileRetentionDays,
    }),
  ).not.toEqual([])
  expect(
    foreignClaims(mailTo('confirmation', manual, asked), { ...manual, fileRetentionDays: 7 }),
  ).not.toEqual([])
})
