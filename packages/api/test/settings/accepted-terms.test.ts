import { ApiError } from '@priormark/core/platform/http/api-error'
import { ChangedTerms, termsPath } from '@priormark/core/orders/accepted-terms'
import { defaultLegal } from '@priormark/core/settings/default-legal'
import * as v from 'valibot'
import { afterAll, expect, test } from 'vitest'
import { confirmationMail } from '../../src/orders/emails/confirmation-mail.ts'
import { Order } from '../../src/order-book/order-entity.ts'
import { readTerms } from '../../src/settings/accepted-terms-service.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { details, newAdmin, newVisitor, placeOrder } from '../../testing/visitor.ts'

const app = await startTestApp()
const owner = await newAdmin(app)
afterAll(() => app.close())

const publish = (basedOn: number, text: string) =>
  owner.api.legal.publish({ params: { document: 'terms' }, body: { basedOn, text } })

async function termsOf(orderId: string): Promise<string> {
  const { accessKey } = await app.database.fork().findOneOrFail(Order, { id: orderId })
  const { termsId } = await newVisitor(app).api.orderProgress.read({ params: { key: accessKey } })
  if (termsId === null) throw new Error('The order has no terms')
  return termsId
}

const textOf = async (id: string) => JSON.stringify(await readTerms(app.database.fork(), id))

test('an order keeps the terms and the values that it was placed under, and orders under the same terms share them', async () => {
  const [first, second] = [await placeOrder(newVisitor(app)), await placeOrder(newVisitor(app))]
  const terms = await termsOf(first)
  expect(await termsOf(second)).toBe(terms)
  expect(await textOf(terms)).toContain('$8.97')

  const order = await app.database.fork().findOneOrFail(Order, { id: first })
  const { shop, policy } = await app.parts.settings.current()
  expect(
    JSON.stringify(
      confirmationMail(order, shop, {
        policy,
        startedAt: null,
        recordState: 'none',
        receipt: null,
        at: new Date(),
      }),
    ),
  ).toContain(`"Terms","value":"${shop.publicUrl}/terms/${terms}"`)

  await publish(1, `${defaultLegal.terms.text}\n\n## Later\n\nA new rule.`)
  await owner.api.price.change({ body: { price: 12.5 } })
  const third = await placeOrder(newVisitor(app))
  const newer = await termsOf(third)
  expect(await textOf(newer)).toContain('A new rule.')
  expect(await textOf(newer)).toContain('$12.50')
  expect(await termsOf(first)).toBe(terms)
  expect(await textOf(terms)).not.toContain('A new rule.')
  expect(await textOf(terms)).toContain('$8.97')
})

test('a customer who sends the form again accepts the terms of that moment', async () => {
  const visitor = newVisitor(app)
  const { uploadId } = await visitor.upload('a work that is ordered twice')
  const order = () => visitor.api.orders.create({ body: { ...details, uploadId } })
  const { orderId } = await order()
  const before = await termsOf(orderId)
  const { versions } = await owner.api.legal.list({ params: { document: 'terms' } })
  await publish(versions.length + 1, '## Short\n\nOther terms.')
  expect((await order()).orderId).toBe(orderId)
  expect(await termsOf(orderId)).not.toBe(before)
})

test('an order of a page with earlier terms is rejected with the id of the current ones', async () => {
  const visitor = newVisitor(app)
  const { uploadId } = await visitor.upload('a work whose customer reads slowly')
  const order = (termsId?: string) =>
    visitor.api.orders.create({
      body: { ...details, uploadId, ...(termsId === undefined ? {} : { termsId }) },
    })
  const shown = await termsOf(await placeOrder(newVisitor(app)))
  const { versions } = await owner.api.legal.list({ params: { document: 'terms' } })
  await publish(versions.length + 1, '## Shorter\n\nTerms that nobody has read.')
  const rejection = await order(shown).catch((error: unknown) => error)
  expect(rejection).toMatchObject({
    status: 409,
    code: 'terms_changed',
    fields: { terms: ['The terms changed, please read them again.'] },
  })
  const { termsId } = v.parse(ChangedTerms, rejection instanceof ApiError && rejection.body)
  const { orderId } = await order(termsId)
  expect(await termsOf(orderId)).toBe(termsId)
  expect(await textOf(termsId)).toContain('Terms that nobody has read.')
})

test('accepts terms that were published since this process last read the settings', async () => {
  const { settings } = app.parts
  let latest = await settings.refresh()
  const late = {
    ...settings,
    current: async () => latest,
    refresh: async () => (latest = await settings.refresh()),
  }
  const lateApp = await startTestApp({ settings: late }, { database: app.database })
  try {
    const { versions } = await owner.api.legal.list({ params: { document: 'terms' } })
    await publish(versions.length + 1, '## Newest\n\nTerms that one process has not read.')
    const shown = await termsOf(await placeOrder(newVisitor(app)))
    const visitor = newVisitor(lateApp)
    const { uploadId } = await visitor.upload('a work whose customer reads fast')
    const { orderId } = await visitor.api.orders.create({ body: { ...details, uploadId, termsId: shown } })
    expect(await termsOf(orderId)).toBe(shown)
  } finally {
    await lateApp.close()
  }
})

test('the path without stored terms is that of the current ones, and an unknown id has none', async () => {
  expect(termsPath(null)).toBe('/terms')
  for (const id of ['0123456789abcdef', '../terms', ''])
    expect(await readTerms(app.database.fork(), id)).toBeNull()
})
