import { ApiError } from '@priormark/core/platform/http/api-error'
import { orderProgressEndpoints, type OrderProgress } from '@priormark/core/orders/order-progress'
import { client } from '../../platform/api.ts'

/** Reads the order of a key; 'gone' if it does not exist. @throws ApiError, NetworkError */
export async function readOrder(key: string): Promise<OrderProgress | 'gone'> {
  try {
    return await client.call(orderProgressEndpoints.read, { params: { key } })
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return 'gone'
    throw failure
  }
}
