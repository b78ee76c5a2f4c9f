import { aboutEndpoints } from '@priormark/core/about/endpoints'
import { authEndpoints } from '@priormark/core/auth/endpoints'
import { blogEndpoints } from '@priormark/core/blog/endpoints'
import type { EndpointSpec } from '@priormark/core/http/endpoint'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import { orderProgressEndpoints } from '@priormark/core/orders/order-progress'
import { paymentEndpoints } from '@priormark/core/payments/endpoints'
import { priceEndpoints } from '@priormark/core/price/endpoints'
import { proofEndpoints } from '@priormark/core/proof/public-proof'
import { uploadEndpoints } from '@priormark/core/uploads/endpoints'

/** An endpoint that does not require an administrator. */
export interface PublicCall {
  /** The name of the feature. */
  tag: string
  name: string
  summary: string
  spec: EndpointSpec
}

type Group = Readonly<Record<string, EndpointSpec>>

/** Maps the name of each public endpoint of a group to its description, so that none can be left out. */
type PublicNames<G extends Group> = {
  [Name in keyof G]: G[Name]['access'] extends 'public' ? Name : never
}[keyof G]

function describe<const G extends Group>(
  tag: string,
  group: G,
  summaries: Record<PublicNames<G> & string, string>,
): PublicCall[] {
  return Object.entries<string>(summaries).flatMap(([name, summary]) => {
    const spec = group[name]
    return spec === undefined ? [] : [{ tag, name, summary, spec }]
  })
}

/** All public endpoints, in the order in which the document lists them. */
export const publicCalls: readonly PublicCall[] = [
  ...describe('proofs', proofEndpoints, {
    lookUp: 'Whether a fingerprint is recorded here, and since when. Says nothing of whose it is.',
    read: 'A proof without what it is about: the commitment leads with the file to the root. 404 for one that was erased.',
  }),
  ...describe('orderProgress', orderProgressEndpoints, {
    read: 'An order as its own page shows it. The key is the secret in the address of that page.',
    evidence: 'Everything needed to check the order without us. 404 until the order is under a root.',
    proof: 'The proof.json of the order. 404 until the order is under a root.',
    certificate: 'The certificate of the order as a PDF. 404 until the order is under a root.',
  }),
  ...describe('uploads', uploadEndpoints, {
    upload: 'Stores a file of at most 50 MB for an order to come; it is removed after a day without one.',
    start:
      'Begins an upload in parts, for slow and unsteady connections. Repeated with the same hash, it continues.',
    progress: 'Where an upload in parts goes on.',
    addPart: 'Stores the next part of a file.',
    finish: 'Joins the parts, checks the announced hash, and returns the stored file. Idempotent.',
  }),
  ...describe('orders', orderEndpoints, {
    create: 'Orders with the visitor’s upload. The visitor is known by a cookie.',
    mine: 'The visitor’s own order: the one named, else the newest.',
  }),
  ...describe('payments', paymentEndpoints, {
    createIntent: 'Everything that is needed to take a card for an order.',
    requestStart:
      'The customer’s request to begin before the right to cancel has run out, made before paying.',
    confirm: 'Reads the state of a payment from the provider and records it. Idempotent.',
  }),
  ...describe('price', priceEndpoints, { read: 'What the service costs, in US dollars.' }),
  ...describe('blog', blogEndpoints, {
    list: 'Published posts, ten to a page, newest first; with a search the best first.',
    bySlug: 'A published post by its slug, or by one that it had.',
    preview: 'What a preview link shows.',
  }),
  ...describe('auth', authEndpoints, {
    login: 'A token for an administrator.',
    logout: 'Ends the token that is sent, and the session.',
  }),
  ...describe('about', aboutEndpoints, {
    read: 'Describes this server: the service, the shop’s name and the version.',
  }),
]
