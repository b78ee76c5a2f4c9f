import { orderProgressEndpoints, type OrderProgress } from '@priormark/core/orders/order-progress'
import { client } from '../api.ts'

/** Reads the order behind a key. @throws ApiError, NetworkError */
export function readOrder(key: string): Promise<OrderProgress> {
  return client.call(orderProgressEndpoints.read, { params: { key } })
}
