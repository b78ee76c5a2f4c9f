import { randomUUID } from 'node:crypto'
import { createApi, type Api } from '@priormark/core/api'
import type { Role } from '@priormark/core/platform/roles'
import { ApiError } from '@priormark/core/platform/http/api-error'
import { createClient, type Client, type Fetch } from '@priormark/core/platform/http/client'
import { startRequestVersion } from '@priormark/core/settings/policy/start-request'
import type { CheckoutPayment } from '@priormark/core/orders/payments/endpoints'
import type { UploadedFile } from '@priormark/core/orders/uploads/endpoints'
import { Admin } from '../src/staff/auth/admin-entity.ts'
import { addAdmin, type NewCredentials } from '../src/staff/auth/admin-service.ts'
import { addLogin } from '../src/staff/auth/auth-service.ts'
import { administrator } from './administrator.ts'
import type { TestApp } from './test-app.ts'

/** A browser from the server's view: it keeps cookies and sends the headers of requests from our own pages. */
export interface Visitor {
  api: Api
  client: Client
  /** Plain requests with the same cookies. */
  fetch: typeof globalThis.fetch
  /** Uploads bytes under a name. */
  upload(content: string | Uint8Array<ArrayBuffer>, fileName?: string): Promise<UploadedFile>
  /** The bearer token, if any. */
  token: string | null
  cookies: Map<string, string>
}

/** A new browser. @param headers sent with every request instead of the usual ones */
export function newVisitor(
  app: Pick<TestApp, 'url'>,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
): Visitor {
  const cookies = new Map<string, string>()
  const withCookies: typeof globalThis.fetch = async (input, init = {}) => {
    const all = new Headers({ ...headers, ...Object.fromEntries(new Headers(init.headers)) })
    if (cookies.size > 0)
      all.set('cookie', Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(
      typeof input === 'string' && input.startsWith('/') ? app.url + input : input,
      {
        redirect: 'manual',
        ...init,
        headers: all,
      },
    )
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return response
  }
  const visitor: Visitor = {
    token: null,
    cookies,
    fetch: withCookies,
    client: createClient({ fetch: asCoreFetch(withCookies), token: () => visitor.token }),
    get api() {
      return createApi(visitor.client)
    },
    upload(content, fileName = 'song.wav') {
      const form = new FormData()
      form.set('file', new Blob([content]), fileName)
      return visitor.api.uploads.upload({ form })
    },
  }
  return visitor
}

function asCoreFetch(withCookies: typeof globalThis.fetch): Fetch {
  return (url, { method, headers, body }) =>
    withCookies(url, { method, headers, ...(body === undefined ? {} : { body }) })
}

/** A browser with an administrator's bearer token and no cookie. */
export async function newAdmin(app: TestApp): Promise<Visitor> {
  return Object.assign(newVisitor(app), { token: await newToken(app, administrator.username) })
}

/** A browser in which the administrator has logged in by password, without the cookie. For tests of logins and of whole servers. */
export async function logInAsAdmin(app: Pick<TestApp, 'url'>): Promise<Visitor> {
  const admin = newVisitor(app)
  admin.token = (await admin.api.auth.login({ body: administrator })).token
  admin.cookies.clear()
  return admin
}

/** A browser with the bearer token of a new administrator of a role. */
export async function newStaff(app: TestApp, role: Role): Promise<Visitor & NewCredentials> {
  const name = `${role}-${randomUUID().slice(0, 8)}`
  const credentials = await addAdmin(app.database.fork(), { name, role }, 'shell')
  const token = await newToken(app, credentials.username)
  return Object.assign(newVisitor(app), { token, ...credentials })
}

/** Returns the token of a new login. Checking the password would take longer than many tests. */
async function newToken(app: TestApp, username: string): Promise<string> {
  const em = app.database.fork()
  const admin = await em.findOneOrFail(Admin, { username })
  const { token } = addLogin(em, admin, { client: null, network: null })
  await em.flush()
  return token
}

export const details = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  projectName: 'Notes on the Engine',
  projectDescription: 'Note G, with the table.',
  terms: true,
} as const

/** Uploads and orders; returns the order's id. */
export async function placeOrder(
  visitor: Visitor,
  changes: Partial<Record<Exclude<keyof typeof details, 'terms'>, string>> = {},
): Promise<string> {
  const { uploadId } = await visitor.upload(`work ${Math.random()}`)
  const { orderId } = await visitor.api.orders.create({ body: { ...details, ...changes, uploadId } })
  return orderId
}

/** Requests an immediate start, without which recording starts only after the cancellation period. */
export async function askToStart({ api }: Visitor, orderId: string): Promise<void> {
  await api.payments.requestStart({ body: { orderId, version: startRequestVersion } })
}

/** Has an administrator confirm the payment of an order whose customer asks for an immediate start. Recording starts. */
export async function payOutside(customer: Visitor, admin: Visitor, orderId: string): Promise<void> {
  await askToStart(customer, orderId)
  await admin.api.orders.change({ params: { id: orderId }, body: { paymentConfirmed: true } })
}

/** Places an order whose payment the administrator confirms. Returns its id. */
export async function placePaidOrder(app: Pick<TestApp, 'url'>, admin: Visitor): Promise<string> {
  const customer = newVisitor(app)
  const id = await placeOrder(customer)
  await payOutside(customer, admin, id)
  return id
}

/** Sends a card to the stand-in for Stripe, as the form of the checkout does. */
export function sendCard(
  { url }: Pick<TestApp, 'url'>,
  { clientSecret, publishableKey }: Pick<CheckoutPayment, 'clientSecret' | 'publishableKey'>,
  number = '4242424242424242',
): Promise<Response> {
  const body = new URLSearchParams({
    key: publishableKey,
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    return_url: `${url}/success`,
  })
  const paymentId = clientSecret.replace(/_secret_.*/, '')
  return fetch(`${url}/__stripe/v1/payment_intents/${paymentId}/confirm`, { method: 'POST', body })
}

/** Orders, pays by card and has the shop read the payment, as a browser does. Returns the order's id. */
export async function buyByCard(
  app: Pick<TestApp, 'url'>,
  changes?: Parameters<typeof placeOrder>[1],
): Promise<string> {
  const visitor = newVisitor(app)
  const orderId = await placeOrder(visitor, changes)
  const payment = await visitor.api.payments.open({ body: {} })
  await askToStart(visitor, orderId)
  await sendCard(app, payment)
  const paymentIntentId = payment.clientSecret.replace(/_secret_.*/, '')
  await visitor.api.payments.confirm({ body: { paymentIntentId } })
  return orderId
}

/** Pays with a card at the stand-in for Stripe, and has the shop read the payment. */
export async function payAtStripe(
  app: Pick<TestApp, 'url' | 'stripe'>,
  clientSecret: string,
): Promise<string> {
  const paymentIntentId = clientSecret.replace(/_secret_.*/, '')
  const paid = await app.stripe.fetch(
    `https://api.stripe.com/v1/payment_intents/${paymentIntentId}/confirm`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${app.stripe.keys.secretKey}` },
      body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
    },
  )
  if (!paid.ok) throw new Error(`The card was declined: ${await paid.text()}`)
  await newVisitor(app).api.payments.confirm({ body: { paymentIntentId } })
  return paymentIntentId
}

/** Returns the error of a rejected call. @throws if it was not rejected */
export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => new Error('the call was not rejected'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof ApiError) return error
  throw error
}
