import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Order, nextOrderNumber } from '../../src/order-book/order-entity.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { details, newAdmin, newVisitor, placeOrder, refusal } from '../../testing/visitor.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
afterAll(() => app.close())

const kinds = async (id: string) =>
  (await admin.api.orders.timeline({ params: { id } })).map(({ kind }) => kind)

describe('ordering', () => {
  test('takes over the upload and the details, at the current price', async () => {
    const visitor = newVisitor(app)
    const { uploadId, sha256 } = await visitor.upload('la la la', 'song.wav')
    const reply = await visitor.api.orders.create({ body: { ...details, uploadId } })
    expect(reply).toEqual({ success: true, message: expect.any(String), orderId: expect.any(String) })
    const order = await admin.api.orders.read({ params: { id: reply.orderId } })
    const { terms: _, ...sent } = details
    expect(order).toMatchObject({
      ...sent,
      fileName: 'song.wav',
      fileSize: 8,
      fileSha256: sha256,
      status: 'pending',
      paymentAmount: 8.97,
      paymentConfirmed: false,
      blockchainLink: null,
    })
  })

  test('gives every order a number that is not used twice, and finds it by the number', async () => {
    const numbers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const orderId = await placeOrder(newVisitor(app))
        return (await admin.api.orders.read({ params: { id: orderId } })).number
      }),
    )
    expect(new Set(numbers).size).toBe(6)
    const [number = 0] = numbers
    expect(number).toBeGreaterThan(1_000)
    for (const search of [`#${number}`, String(number)]) {
      const orders = await admin.api.orders.list({ query: { search } })
      expect(orders.map((order) => order.number)).toContain(number)
    }
  })

  test('does not give the number of an order that was rolled back to another one', async () => {
    const em = app.database.fork()
    await em.begin()
    const lost = await nextOrderNumber(em)
    await em.rollback()
    expect(await nextOrderNumber(em)).toBe(lost + 1)
  })

  test('works as in the specification, without naming the upload', async () => {
    const visitor = newVisitor(app)
    await visitor.upload('first', 'first.txt')
    await visitor.upload('second', 'second.txt')
    const { orderId } = await visitor.api.orders.create({ body: details })
    expect(await visitor.api.orders.mine({ query: { orderId } })).toMatchObject({
      work: { fileName: 'second.txt' },
    })
  })

  test('reports every invalid field', async () => {
    const visitor = newVisitor(app)
    await visitor.upload('x')
    const response = await visitor.fetch('/api/create-order', {
      method: 'POST',
      body: JSON.stringify({ ...details, firstName: '', email: 'ada@', terms: false }),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'invalid_input',
      fields: {
        firstName: ['First name is required'],
        email: ['Invalid email address'],
        terms: ['You must accept the terms'],
      },
    })
  })

  test('is rejected without a file, with the specified sentence', async () => {
    const error = await refusal(newVisitor(app).api.orders.create({ body: details }))
    expect(error).toMatchObject({ code: 'no_file', serverMessage: 'Please upload a file to continue' })
  })

  test('is rejected for another visitor’s upload', async () => {
    const { uploadId } = await newVisitor(app).upload('theirs')
    const error = await refusal(newVisitor(app).api.orders.create({ body: { ...details, uploadId } }))
    expect(error).toMatchObject({ code: 'no_file' })
  })

  test('does not change another visitor’s order of the upload that is named', async () => {
    const theirs = newVisitor(app)
    const { uploadId } = await theirs.upload('theirs, ordered')
    const { orderId } = await theirs.api.orders.create({ body: { ...details, uploadId } })
    const visitor = newVisitor(app)
    await placeOrder(visitor)
    const body = { ...details, email: 'mallory@example.com', uploadId }
    expect(await refusal(visitor.api.orders.create({ body }))).toMatchObject({ code: 'no_file' })
    expect(await admin.api.orders.read({ params: { id: orderId } })).toMatchObject({ email: details.email })
  })

  test('creates one order from eight concurrent requests', async () => {
    const visitor = newVisitor(app)
    const { uploadId } = await visitor.upload('once')
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => visitor.api.orders.create({ body: { ...details, uploadId } })),
    )
    expect(new Set(replies.map(({ orderId }) => orderId)).size).toBe(1)
    expect(await kinds(replies[0]?.orderId ?? '')).toEqual(['created'])
  })

  test('changes an unpaid order if it is repeated with other details', async () => {
    const visitor = newVisitor(app)
    const { uploadId } = await visitor.upload('again')
    const { orderId } = await visitor.api.orders.create({ body: { ...details, uploadId } })
    const again = await visitor.api.orders.create({
      body: { ...details, projectName: 'Better name', uploadId },
    })
    expect(again.orderId).toBe(orderId)
    expect(await admin.api.orders.read({ params: { id: orderId } })).toMatchObject({
      projectName: 'Better name',
    })
    expect(await kinds(orderId)).toEqual(['created', 'changed'])
    expect(await admin.api.orders.list({ query: { search: 'better name' } })).toHaveLength(1)
  })

  test('is rejected if it is repeated after payment', async () => {
    const visitor = newVisitor(app)
    const { uploadId } = await visitor.upload('paid')
    const { orderId } = await visitor.api.orders.create({ body: { ...details, uploadId } })
    await admin.api.orders.change({ params: { id: orderId }, body: { paymentConfirmed: true } })
    const error = await refusal(visitor.api.orders.create({ body: { ...details, uploadId } }))
    expect(error).toMatchObject({ status: 409, code: 'order_paid' })
  })

  test('keeps its price when the price changes', async () => {
    const visitor = newVisitor(app)
    const id = await placeOrder(visitor)
    await admin.api.price.change({ body: { price: 20 } })
    expect(await visitor.api.price.read()).toEqual({ price: 20 })
    expect(await visitor.api.orders.mine({ query: { orderId: id } })).toMatchObject({ paymentAmount: 8.97 })
    await admin.api.price.change({ body: { price: 8.97 } })
  })
})

describe('a visitor', () => {
  test('returns the newest order only to its own visitor', async () => {
    const visitor = newVisitor(app)
    await placeOrder(visitor, { projectName: 'Older' })
    const orderId = await placeOrder(visitor, { projectName: 'Newer' })
    expect(await visitor.api.orders.mine()).toMatchObject({ orderId, work: { projectName: 'Newer' } })
    const stranger = newVisitor(app)
    expect(await refusal(stranger.api.orders.mine({ query: { orderId } }))).toMatchObject({ status: 404 })
    expect(await refusal(stranger.api.orders.mine())).toMatchObject({ status: 404 })
  })
})

test('the link of an order page is shown only to the visitor who created the order', async () => {
  const owner = newVisitor(app)
  const orderId = await placeOrder(owner)
  const { accessKey } = await app.database.fork().findOneOrFail(Order, { id: orderId })
  expect(await owner.api.orders.mine({ query: { orderId } })).toMatchObject({ key: accessKey })
  expect((await owner.api.payments.open({ body: { orderId } })).order.key).toBe(accessKey)
  const phone = newVisitor(app)
  expect((await phone.api.payments.open({ body: { orderId } })).order.key).toBeNull()
  expect(await phone.api.orders.mine({ query: { orderId } })).toMatchObject({ orderId, key: null })
})

test('someone who knows an order id sees the amount, and nothing about the work', async () => {
  const orderId = await placeOrder(newVisitor(app), { projectName: 'Secret title' })
  const { fileName, fileSha256, accessKey } = await app.database.fork().findOneOrFail(Order, { id: orderId })
  const stranger = newVisitor(app)
  const payload = { method: 'POST', body: JSON.stringify({ orderId }) }
  const session = await (await stranger.fetch('/api/create-payment-intent', payload)).text()
  const opened = await (await stranger.fetch(`/api/my-order?orderId=${orderId}`)).text()
  for (const response of [session, opened]) {
    expect(response).toContain('8.97')
    for (const secret of ['Secret title', fileName, fileSha256, accessKey, 'fileSize'])
      expect(response).not.toContain(secret)
  }
})

test('a browser that opens an order’s link can see that order afterwards, and no other', async () => {
  const owner = newVisitor(app)
  const [other, orderId] = [await placeOrder(owner), await placeOrder(owner)]
  const phone = newVisitor(app)
  expect(await refusal(phone.api.orders.mine({ query: { orderId } }))).toMatchObject({ status: 404 })
  await phone.api.payments.open({ body: { orderId } })
  expect(await phone.api.orders.mine({ query: { orderId } })).toMatchObject({ orderId })
  expect(await refusal(phone.api.orders.mine({ query: { orderId: other } }))).toMatchObject({ status: 404 })
})

describe('uploads', () => {
  test('return name, size and fingerprint', async () => {
    const uploaded = await newVisitor(app).upload('abc', '../../etc/Ünï.txt')
    expect(uploaded).toEqual({
      fileName: 'Ünï.txt',
      fileSize: 3,
      sha256: createHash('sha256').update('abc').digest('hex'),
      uploadId: expect.any(String),
    })
  })

  test.each([
    ['not a form', { body: 'x' }],
    ['a form without a file', { body: formOf({ name: 'x' }) }],
  ])('refuse %s', async (_, init) => {
    const response = await newVisitor(app).fetch('/api/upload', { method: 'POST', ...init })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'no_file' })
  })

  test('reject a file in another field, two files and an empty file, and leave nothing behind', async () => {
    const before = await countFiles()
    const forms = [
      formOf({ other: new File(['x'], 'x') }),
      formOf({ file: new File(['x'], 'x'), more: new File(['y'], 'y') }),
      formOf({ file: new File([], 'empty') }),
    ]
    for (const body of forms) {
      expect((await newVisitor(app).fetch('/api/upload', { method: 'POST', body })).status).toBe(400)
    }
    expect(await countFiles()).toBe(before)
  })
})

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

async function countFiles(): Promise<number> {
  const entries = await readdir(app.filesDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
    .length
}
