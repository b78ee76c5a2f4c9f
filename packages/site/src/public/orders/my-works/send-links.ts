import { myWorksEndpoints } from '@priormark/core/orders/customers/my-works'
import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import { client } from '../../platform/api.ts'

/** Requests the links to all orders of an address. Returns a message if that failed, else null. */
export async function sendLinks(email: string): Promise<string | null> {
  try {
    await client.call(myWorksEndpoints.sendLinks, { body: { email } })
    return null
  } catch (failure) {
    const atField = failure instanceof ApiError ? failure.fields['email']?.[0] : undefined
    return atField ?? messageOf(failure, 'We couldn’t send the request. Please try again.')
  }
}
