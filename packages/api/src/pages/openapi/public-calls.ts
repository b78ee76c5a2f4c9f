import { aboutEndpoints } from '@priormark/core/pages/openapi/endpoints'
import { authEndpoints } from '@priormark/core/staff/auth/endpoints'
import { blogEndpoints } from '@priormark/core/blog/endpoints'
import type { EndpointSpec } from '@priormark/core/platform/http/endpoint'
import { visitorOrderEndpoints } from '@priormark/core/orders/visitor-endpoints'
import { orderProgressEndpoints } from '@priormark/core/orders/order-progress'
import { paymentEndpoints } from '@priormark/core/orders/payments/endpoints'
import { accountLinkEndpoints } from '@priormark/core/staff/people/link-endpoints'
import { priceEndpoints } from '@priormark/core/orders/price/endpoints'
import { myWorksEndpoints } from '@priormark/core/orders/customers/my-works'
import { proofEndpoints } from '@priormark/core/proofs/proof/public-proof'
import { sampleEndpoints } from '@priormark/core/proofs/sample/endpoints'
import { pageTextEndpoints } from '@priormark/core/settings/public-endpoints'
import { uploadEndpoints } from '@priormark/core/orders/uploads/endpoints'

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

function describeGroup<const G extends Group>(
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
  ...describeGroup('proofs', proofEndpoints, {
    lookUp: 'Whether a fingerprint is recorded here, and since when. Reveals nothing about its owner.',
    read: 'A proof without the details of its order: its commitment and the file lead to the root. 404 once the order is erased.',
  }),
  ...describeGroup('orderProgress', orderProgressEndpoints, {
    read: 'An order as its own page shows it. The key is the secret part of that page’s address.',
    evidence:
      'Everything needed to verify the record without this server. 404 until the order is in a batch.',
    proof:
      'The proof.json of the order. `hide` names fields of the record, separated by commas, whose values it does not reveal. 404 until the order is in a batch.',
    receipt: 'The receipt for the payment of the order as a PDF. 404 until the order is paid.',
    certificate: 'The certificate of the order as a PDF. 404 until the order is in a batch.',
    timeline:
      'The drafts of the work with their dates as a PDF. 404 until the order is in a batch, and without an earlier draft.',
  }),
  ...describeGroup('sample', sampleEndpoints, {
    work: 'The file of the sample order, to verify with the sample’s proof.',
    certificate: 'A picture of the sample order’s certificate, as SVG.',
  }),
  ...describeGroup('pageTexts', pageTextEndpoints, {
    home: 'The FAQ and the reviews of the landing page.',
    legal: 'The terms or the privacy notice, with the day of the last change.',
  }),
  ...describeGroup('uploads', uploadEndpoints, {
    upload: 'Stores a file of up to 50 MB for a future order; it is deleted after a day without one.',
    start:
      'Begins an upload in parts, for slow and unreliable connections. Repeated with the same hash, it continues.',
    progress: 'Where an upload in parts continues.',
    addPart: 'Stores the next part of a file.',
    finish: 'Joins the parts, checks the announced hash, and returns the stored file. Idempotent.',
  }),
  ...describeGroup('orders', visitorOrderEndpoints, {
    create: 'Creates an order from the visitor’s upload. A cookie identifies the visitor.',
    correct: 'Changes the name of the work and the email address of an order before it is paid.',
    mine: 'The visitor’s own order: the requested one, or else the newest.',
  }),
  ...describeGroup('myWorks', myWorksEndpoints, {
    sendLinks:
      'Emails the links to all paid orders of an address to that address. Does not reveal whether there are any.',
  }),
  ...describeGroup('payments', paymentEndpoints, {
    open: 'Everything needed to collect a card payment for an order.',
    requestStart:
      'The customer’s choice to start before the cancellation period ends, or to wait for that, made before paying.',
    confirm: 'Reads the state of a payment from the provider and records it. Idempotent.',
  }),
  ...describeGroup('price', priceEndpoints, { read: 'What the service costs, in US dollars.' }),
  ...describeGroup('blog', blogEndpoints, {
    list: 'Published posts, ten per page: newest first, or for a search best match first.',
    bySlug: 'A published post by its current or a former slug.',
    preview: 'The post behind a preview link.',
  }),
  ...describeGroup('auth', authEndpoints, {
    login: 'A token for an administrator.',
    logout: 'Invalidates the token that is sent, and the session.',
  }),
  ...describeGroup('accountLinks', accountLinkEndpoints, {
    readInvitation: 'The address and the role of an invitation to the admin.',
    acceptInvitation: 'Adds the administrator who was invited.',
    forgotPassword:
      'Emails an administrator a link for a new password. The response is the same for every address.',
    readPasswordReset: 'Whose password a link sets.',
    resetPassword: 'Sets an administrator’s password and ends their logins.',
    confirmEmail: 'Confirms the email address of an administrator.',
  }),
  ...describeGroup('about', aboutEndpoints, {
    read: 'Describes this server: the service, the shop’s name and the version.',
    cookie: 'Whether the browser keeps the cookie that identifies a visitor.',
  }),
]
