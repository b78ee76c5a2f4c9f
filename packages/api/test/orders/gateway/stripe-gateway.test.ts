import { describe, expect, test } from 'vitest'
import type { PaymentGateway } from '../../../src/orders/gateway/payment-gateway.ts'
import { createStripeGateway } from '../../../src/orders/gateway/stripe-gateway.ts'
import { readAll } from '../../../testing/read-all.ts'

const keys = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' }
const intents = '/v1/payment_intents'
const intent = {
  id: 'pi_1',
  client_secret: 'pi_1_secret_1',
  status: 'requires_payment_method',
  metadata: { order_id: 'order-1' },
  amount_received: 0,
  currency: 'usd',
  latest_charge: null,
}
const payment = {
  id: 'pi_1',
  clientSecret: 'pi_1_secret_1',
  status: 'open',
  orderId: 'order-1',
  receivedCents: 0,
  refundedCents: 0,
  currency: 'usd',
  dispute: null,
  movements: [],
}

/** Opens a gateway to a Stripe that gives these replies, by method and path. An error is a reply with its status. */
function connect(replies: Record<string, object>): { gateway: PaymentGateway; asked: object[] } {
  const asked: object[] = []
  const gateway = createStripeGateway({
    keys,
    mode: 'stripe',
    fetch: async (address, init) => {
      const request = new Request(address, init)
      const { pathname, search } = new URL(request.url)
      const call = `${request.method} ${pathname}`
      const form = Object.fromEntries(new URLSearchParams((await request.text()) || search))
      asked.push({ call, form, idempotencyKey: request.headers.get('idempotency-key') })
      const reply = replies[call] ?? { status: 404, error: { code: 'resource_missing' } }
      const status = 'error' in reply && 'status' in reply ? Number(reply.status) : 200
      return Response.json(reply, { status })
    },
  })
  return { gateway, asked }
}

const rejection = (code: string) => ({ status: 400, error: { type: 'invalid_request_error', code } })

describe('a new payment', () => {
  const input = {
    orderId: 'order-1',
    orderNumber: 1042,
    amountCents: 897,
    currency: 'usd',
    idempotencyKey: 'key-1',
  }

  test('has the amount of its order, and is paid by card or Link', async () => {
    const { gateway, asked } = connect({ [`POST ${intents}`]: intent })
    expect(await gateway.create(input)).toEqual(payment)
    expect(asked).toEqual([
      {
        call: `POST ${intents}`,
        form: {
          amount: '897',
          currency: 'usd',
          'automatic_payment_methods[enabled]': 'true',
          'allowed_payment_method_types[0]': 'card',
          'allowed_payment_method_types[1]': 'link',
          description: 'Order #1042',
          'metadata[order_id]': 'order-1',
        },
        idempotencyKey: 'key-1',
      },
    ])
  })

  test('is rejected if it cannot be paid', async () => {
    const { gateway } = connect({ [`POST ${intents}`]: { ...intent, client_secret: null } })
    await expect(gateway.create(input)).rejects.toThrow('Stripe gave no client secret with pi_1')
  })
})

describe('reading a payment', () => {
  const read = (changes: object, disputes: object[] = []) =>
    connect({
      [`GET ${intents}/pi_1`]: { ...intent, ...changes },
      'GET /v1/disputes': { data: disputes },
    })
  const dispute = (status: string, changes: object = {}) => ({
    reason: 'fraudulent',
    status,
    amount: 897,
    balance_transactions: [],
    ...changes,
  })
  const disputed = { latest_charge: { amount_refunded: 0, disputed: true } }

  test.each([
    ['requires_action', 'open'],
    ['processing', 'processing'],
    ['succeeded', 'succeeded'],
    ['canceled', 'canceled'],
  ])('%s is %s', async (status, expected) => {
    expect(await read({ status }).gateway.retrieve('pi_1')).toEqual({ ...payment, status: expected })
  })

  test('includes what was received and refunded', async () => {
    const { gateway, asked } = read({
      amount_received: 897,
      latest_charge: { amount_refunded: 200, disputed: false },
    })
    expect(await gateway.retrieve('pi_1')).toEqual({ ...payment, receivedCents: 897, refundedCents: 200 })
    expect(asked).toMatchObject([
      { call: `GET ${intents}/pi_1`, form: { 'expand[0]': 'latest_charge.balance_transaction' } },
    ])
  })

  test('that names no order or charge returns none', async () => {
    const { gateway } = read({ metadata: {}, latest_charge: 'ch_1' })
    expect(await gateway.retrieve('pi_1')).toEqual({ ...payment, orderId: null })
  })

  test('that Stripe does not know returns null, and one that it rejects throws', async () => {
    expect(await connect({}).gateway.retrieve('pi_1')).toBeNull()
    const { gateway } = connect({ [`GET ${intents}/pi_1`]: rejection('parameter_invalid') })
    await expect(gateway.retrieve('pi_1')).rejects.toMatchObject({ code: 'payment_provider' })
  })

  test.each(['needs_response', 'lost', 'warning_needs_response'])(
    'has a dispute that is %s',
    async (status) => {
      const due = { evidence_details: { due_by: 1_800_000_000 } }
      const { gateway, asked } = read(disputed, [dispute('won'), dispute(status, due)])
      const respondBy = '2027-01-15T08:00:00.000Z'
      expect(await gateway.retrieve('pi_1')).toEqual({
        ...payment,
        dispute: { reason: 'fraudulent', status, respondBy },
      })
      expect(asked.at(-1)).toMatchObject({ call: 'GET /v1/disputes', form: { payment_intent: 'pi_1' } })
    },
  )

  test.each(['won', 'warning_closed', 'prevented'])('has no dispute if it is %s', async (status) => {
    expect(await read(disputed, [dispute(status)]).gateway.retrieve('pi_1')).toEqual(payment)
  })

  test('has a dispute without a deadline', async () => {
    const { gateway } = read(disputed, [dispute('under_review', { evidence_details: { due_by: null } })])
    expect(await gateway.retrieve('pi_1')).toMatchObject({ dispute: { respondBy: null } })
  })
})

describe('canceling a payment', () => {
  const path = `POST ${intents}/pi_1/cancel`

  test('tells Stripe that it was abandoned', async () => {
    const { gateway, asked } = connect({ [path]: intent })
    await gateway.cancel('pi_1')
    expect(asked).toMatchObject([{ call: path, form: { cancellation_reason: 'abandoned' } }])
  })

  test.each(['payment_intent_unexpected_state', 'resource_missing'])('accepts %s', async (code) => {
    await expect(connect({ [path]: rejection(code) }).gateway.cancel('pi_1')).resolves.toBeUndefined()
  })

  test('throws if Stripe rejects it otherwise', async () => {
    const { gateway } = connect({ [path]: rejection('parameter_invalid') })
    await expect(gateway.cancel('pi_1')).rejects.toMatchObject({ code: 'payment_provider' })
  })
})

describe('a refund', () => {
  const input = { refundId: 'refund-1', paymentId: 'pi_1', amountCents: 200, reason: 'duplicate' } as const
  const list = { call: 'GET /v1/refunds', form: { payment_intent: 'pi_1', limit: '100' } }

  test('is sent with our id', async () => {
    const others = [
      { id: 're_2', metadata: null },
      { id: 're_3', metadata: { refund_id: 'refund-2' } },
    ]
    const { gateway, asked } = connect({
      'GET /v1/refunds': { data: others },
      'POST /v1/refunds': { id: 're_1' },
    })
    expect(await gateway.refund(input)).toBe('re_1')
    expect(asked).toMatchObject([
      list,
      {
        call: 'POST /v1/refunds',
        form: {
          payment_intent: 'pi_1',
          amount: '200',
          reason: 'duplicate',
          'metadata[refund_id]': 'refund-1',
        },
        idempotencyKey: 'refund-refund-1',
      },
    ])
  })

  test('is not sent again if Stripe has it', async () => {
    const sent = { id: 're_1', metadata: { refund_id: 'refund-1' } }
    const { gateway, asked } = connect({ 'GET /v1/refunds': { data: [sent] } })
    expect(await gateway.refund(input)).toBe('re_1')
    expect(asked).toMatchObject([list])
  })

  test('is listed with how it ended, the oldest first', async () => {
    const refund = (id: string, changes: object) => ({
      id,
      amount: 200,
      reason: 'duplicate',
      created: 1_800_000_000,
      metadata: { refund_id: id.replace('re', 'refund') },
      status: 'failed',
      ...changes,
    })
    const { gateway, asked } = connect({
      'GET /v1/refunds': {
        data: [
          refund('re_5', { failure_reason: 'lost_or_stolen_card' }),
          refund('re_4', {}),
          refund('re_3', { status: 'canceled', failure_reason: 'merchant_request' }),
          refund('re_2', { status: 'pending', reason: 'expired_uncaptured_charge', metadata: {} }),
          refund('re_1', { status: 'succeeded' }),
        ],
      },
    })
    const listed = (n: number, changes: object) => ({
      providerId: `re_${n}`,
      refundId: `refund_${n}`,
      amountCents: 200,
      reason: 'duplicate',
      createdAt: new Date('2027-01-15T08:00:00Z'),
      state: 'failed',
      movements: [],
      ...changes,
    })
    const failed = (why: string) => ({ failure: `Stripe could not complete the refund: ${why}` })
    expect(await gateway.refunds('pi_1')).toEqual([
      listed(1, {
        state: 'succeeded',
        failure: null,
        movements: [
          {
            id: 're_1',
            kind: 'refund',
            amountCents: -200,
            at: new Date('2027-01-15T08:00:00Z'),
            feeCents: null,
            balanceTransactionId: null,
          },
        ],
      }),
      listed(2, { state: 'pending', failure: null, reason: null, refundId: null }),
      listed(3, failed('it was canceled')),
      listed(4, failed('unknown')),
      listed(5, failed('lost or stolen card')),
    ])
    expect(asked).toMatchObject([list])
  })
})

describe('the events', () => {
  test('are read since a second, about payments only', async () => {
    const event = { id: 'evt_1', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } }
    const { gateway, asked } = connect({ 'GET /v1/events': { data: [event], has_more: false } })
    const events = await readAll(gateway.eventsSince(new Date('2027-01-15T08:00:00.900Z')))
    expect(events).toEqual([
      { id: 'evt_1', type: 'payment_intent.succeeded', paymentId: 'pi_1', failure: null },
    ])
    const form = { 'created[gte]': '1800000000', limit: '100', 'types[0]': 'payment_intent.succeeded' }
    expect(asked).toMatchObject([{ form }])
  })

  test('are rejected if Stripe rejects the request', async () => {
    const { gateway } = connect({ 'GET /v1/events': rejection('parameter_invalid') })
    const events = readAll(gateway.eventsSince(new Date()))
    await expect(events).rejects.toMatchObject({ code: 'payment_provider' })
  })

  test('need one call to check whether Stripe responds, which is not repeated', async () => {
    const { gateway, asked } = connect({ 'GET /v1/events': { status: 500, error: { type: 'api_error' } } })
    await expect(gateway.check()).rejects.toMatchObject({ code: 'unavailable' })
    expect(asked).toMatchObject([{ form: { limit: '1', 'types[0]': 'payment_intent.succeeded' } }])
  })
})

test.each([
  ['live', 'https://dashboard.stripe.com/payments/pi_1'],
  ['test', 'https://dashboard.stripe.com/test/payments/pi_1'],
])('the link to a payment is in the mode of the keys: %s', async (mode, link) => {
  const gateway = createStripeGateway({ mode: 'stripe', keys: { ...keys, publishableKey: `pk_${mode}_1` } })
  expect(await gateway.dashboardLink('pi_1')).toBe(link)
})
