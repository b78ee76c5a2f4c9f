import type { Shop } from '@priormark/core/shop'
import type { Order } from '../orders/order-entity.ts'
import type { OrderProof } from '../proofs/proof-service.ts'
import { certificateContent } from './certificate/certificate-content.ts'
import { drawCertificate } from './certificate/certificate-page.ts'

export function orderPageUrl(order: Order, shop: Shop): string {
  return `${shop.publicUrl}/order/${order.accessKey}`
}

/** Returns the certificate of an order: one A4 page. Unchanged state gives identical bytes. */
export async function certificatePdf(found: OrderProof, order: Order, shop: Shop): Promise<Uint8Array> {
  return drawCertificate(certificateContent(found, orderPageUrl(order, shop), shop))
}
