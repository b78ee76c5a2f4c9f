import * as v from 'valibot'
import { Email } from '../../platform/email-address.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

/** For customers who have lost the links to their orders. */
export const myWorksEndpoints = {
  /**
   * Emails the links to all paid orders of an address to that address. The response is the same whether or not there are any, so
   * that the response does not reveal who is a customer.
   */
  sendLinks: endpoint('POST', '/api/my-works', {
    access: 'public',
    body: v.object({ email: Email }),
    reply: v.object({ success: v.literal(true) }),
  }),
}
