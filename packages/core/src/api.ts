import { aboutEndpoints } from './pages/openapi/endpoints.ts'
import { anchorEndpoints } from './proofs/anchors/endpoints.ts'
import { auditEndpoints } from './staff/audit/endpoints.ts'
import { accountEndpoints } from './staff/auth/account-endpoints.ts'
import { authEndpoints } from './staff/auth/endpoints.ts'
import { blogEndpoints } from './blog/endpoints.ts'
import { backupEndpoints, openingEndpoints, monitoringEndpoints } from './operations/endpoints.ts'
import { customerEndpoints } from './orders/customers/endpoints.ts'
import { myWorksEndpoints } from './orders/customers/my-works.ts'
import type { Client, CallOptions } from './platform/http/client.ts'
import { imageEndpoints } from './blog/images/endpoints.ts'
import { customerViewEndpoints } from './orders/customer-view.ts'
import { orderEndpoints } from './orders/endpoints.ts'
import { visitorOrderEndpoints } from './orders/visitor-endpoints.ts'
import { orderProgressEndpoints } from './orders/order-progress.ts'
import { paymentEndpoints } from './orders/payments/endpoints.ts'
import { overviewEndpoints } from './orders/overview/endpoints.ts'
import { orderPaymentEndpoints } from './orders/payments/order-payment.ts'
import { peopleEndpoints } from './staff/people/endpoints.ts'
import { accountLinkEndpoints } from './staff/people/link-endpoints.ts'
import { priceEndpoints } from './orders/price/endpoints.ts'
import { proofEndpoints } from './proofs/proof/public-proof.ts'
import { statementEndpoints } from './orders/books/endpoints.ts'
import { sampleEndpoints } from './proofs/sample/endpoints.ts'
import { pageTextEndpoints } from './settings/public-endpoints.ts'
import {
  settingsEndpoints,
  mailTextEndpoints,
  legalEndpoints,
  serviceEndpoints,
} from './settings/endpoints.ts'
import { uploadEndpoints } from './orders/uploads/endpoints.ts'
import type { CallInput, CallReply, EndpointSpec } from './platform/http/endpoint.ts'

/** What a staff member calls. Visitors' calls are left out, because their schemas would be part of the admin's first load. */
export type StaffApi = ReturnType<typeof createStaffApi>

export type Api = ReturnType<typeof createApi>

/** Binds the calls of the admin to a client, by feature: `api.orders.change({ params: { id }, body })`. */
export function createStaffApi(client: Client) {
  return {
    accountLinks: callers(client, accountLinkEndpoints),
    account: callers(client, accountEndpoints),
    anchors: callers(client, anchorEndpoints),
    audit: callers(client, auditEndpoints),
    auth: callers(client, authEndpoints),
    backups: callers(client, backupEndpoints),
    blog: callers(client, blogEndpoints),
    customers: callers(client, customerEndpoints),
    customerViews: callers(client, customerViewEndpoints),
    images: callers(client, imageEndpoints),
    legal: callers(client, legalEndpoints),
    mailTexts: callers(client, mailTextEndpoints),
    monitoring: callers(client, monitoringEndpoints),
    opening: callers(client, openingEndpoints),
    orders: callers(client, orderEndpoints),
    orderPayments: callers(client, orderPaymentEndpoints),
    overview: callers(client, overviewEndpoints),
    people: callers(client, peopleEndpoints),
    price: callers(client, priceEndpoints),
    services: callers(client, serviceEndpoints),
    statements: callers(client, statementEndpoints),
    settings: callers(client, settingsEndpoints),
  }
}

/** Binds every call of the API to a client. */
export function createApi(client: Client) {
  return {
    ...createStaffApi(client),
    about: callers(client, aboutEndpoints),
    orders: callers(client, { ...visitorOrderEndpoints, ...orderEndpoints }),
    myWorks: callers(client, myWorksEndpoints),
    orderProgress: callers(client, orderProgressEndpoints),
    pageTexts: callers(client, pageTextEndpoints),
    payments: callers(client, paymentEndpoints),
    proofs: callers(client, proofEndpoints),
    sample: callers(client, sampleEndpoints),
    uploads: callers(client, uploadEndpoints),
  }
}

/** A group of endpoints as functions. The input is optional if nothing in it is required. */
type Callers<Group extends Record<string, EndpointSpec>> = {
  [Name in keyof Group]: (
    ...args: {} extends CallInput<Group[Name]>
      ? [input?: CallInput<Group[Name]>, options?: CallOptions]
      : [input: CallInput<Group[Name]>, options?: CallOptions]
  ) => Promise<CallReply<Group[Name]>>
}

/** Binds a group of endpoints to a client. */
function callers<Group extends Record<string, EndpointSpec>>(client: Client, group: Group): Callers<Group> {
  const entries = Object.entries(group).map(([name, spec]) => [
    name,
    (input: object = {}, options?: CallOptions) =>
      client.call(spec, input as CallInput<EndpointSpec>, options),
  ])
  return Object.fromEntries(entries) as Callers<Group>
}
