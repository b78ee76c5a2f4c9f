import { expect } from '@playwright/test'
import { createApi, type Api } from '@priormark/core/api'
import { createClient } from '@priormark/core/platform/http/client'
import type { Order } from '@priormark/core/orders/order'
import { startRequestVersion } from '@priormark/core/settings/policy/start-request'
import type { Details } from './screens/landing.screen.ts'
import { administrator } from '@priormark/api/testing/administrator'
import { customerApi } from '@priormark/api/testing/customer-api'

/** Sets up and reads orders for tests through the API. */

/** Returns a customer with a unique email address, by which `findOrders` finds the order. */
export function customer(name: string): Details {
  return {
    firstName: 'Maeve',
    lastName: 'Okonkwo',
    email: `${name}@example.org`,
    projectName: 'Harbour Lights',
    projectDescription: 'Demo recording and lyrics of the title song.',
  }
}

interface PlacedOrder extends Details {
  fileName: string
  fileText: string
  isPaid: boolean
  /** Stripe's name of the card it is paid with. */
  card?: string
}

/** Places an order, pays it if `isPaid` is set, and returns its id. */
export async function placeOrder(url: string, order: PlacedOrder): Promise<string> {
  return (await placeOrderWithKey(url, order)).orderId
}

/** Places an order like `placeOrder`. Also returns the secret key of its order page. */
export async function placeOrderWithKey(
  url: string,
  { fileName, fileText, isPaid, card = 'pm_card_visa', ...details }: PlacedOrder,
): Promise<{ orderId: string; key: string }> {
  const api = customerApi(url)
  const form = new FormData()
  form.append('file', new File([fileText], fileName))
  const { uploadId } = await api.uploads.upload({ form })
  const { orderId } = await api.orders.create({ body: { ...details, terms: true, uploadId } })
  const { key } = await api.orders.mine({ query: { orderId } })
  if (key === null) throw new Error('The customer got no key for the order page')
  if (!isPaid) return { orderId, key }
  const { clientSecret, publishableKey } = await api.payments.open({ body: { orderId } })
  await api.payments.requestStart({ body: { orderId, version: startRequestVersion } })
  const paymentIntentId = clientSecret.split('_secret_', 1).join('')
  const paid = await fetch(`${url}/__stripe/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: publishableKey,
      client_secret: clientSecret,
      payment_method: card,
    }),
  })
  if (!paid.ok) throw new Error(`The card was declined: ${await paid.text()}`)
  await api.payments.confirm({ body: { paymentIntentId } })
  return { orderId, key }
}

/** Places an order of a work with this name, paid by default, and returns its id. Each name has an email address of its own. */
export async function placeTestOrder(
  url: string,
  projectName: string,
  choices: { isPaid?: boolean; card?: string } = {},
): Promise<string> {
  return placeOrder(url, {
    firstName: 'Priya',
    lastName: 'Raman',
    email: `${projectName.toLowerCase().replaceAll(' ', '.')}@example.org`,
    projectName,
    projectDescription: 'Six short pieces for solo cello.',
    fileName: `${projectName}.txt`,
    fileText: `The whole of ${projectName}`,
    isPaid: true,
    ...choices,
  })
}

/** Puts all paid orders into a batch. Sealing skips an order while a webhook has its row locked. */
export async function sealWaitingOrders(api: Api): Promise<void> {
  const countAfterSealing = async () => {
    await api.anchors.seal()
    return (await api.anchors.queue({ query: { filter: 'open', page: 1, limit: 1 } })).waitingOrders
  }
  await expect.poll(countAfterSealing).toBe(0)
}

const adminApis = new Map<string, Promise<Api>>()

/** Returns an API client that is logged in as the administrator, once per shop. */
export function adminApi(url: string): Promise<Api> {
  const api = adminApis.get(url) ?? logIn(url)
  adminApis.set(url, api)
  return api
}

async function logIn(url: string): Promise<Api> {
  const { token } = await customerApi(url).auth.login({ body: administrator })
  return createApi(
    createClient({ baseUrl: url, fetch: (address, init) => fetch(address, init), token: () => token }),
  )
}

/** Returns the orders that match a search, newest first. */
export async function findOrders(url: string, search: string): Promise<Order[]> {
  const api = await adminApi(url)
  return api.orders.list({ query: { tab: 'all', search, page: 1, limit: 20 } })
}
