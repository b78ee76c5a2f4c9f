import { proofPagePath } from '@priormark/core/proofs/proof/proof-page'
import type { Shop } from '@priormark/core/settings/shop'
import type { OrderProof } from '../leaves/proof-service.ts'
import { certificateContent } from './certificate/certificate-content.ts'
import { drawCertificate } from './certificate/certificate-page.ts'
import { certificatePreview } from './certificate/certificate-preview.ts'

/**
 * The address that documents for others lead to. The address of the order's own page is a secret, so that one is only
 * in mails to the customer.
 */
export function proofPageUrl({ leaf }: OrderProof, { publicUrl }: Shop): string {
  return publicUrl + proofPagePath(leaf.id)
}

/** The certificate of an order: one A4 page, the same bytes for the same state. */
export async function certificatePdf(orderProof: OrderProof, shop: Shop): Promise<Uint8Array> {
  return drawCertificate(certificateContent(orderProof, proofPageUrl(orderProof, shop), shop))
}

/** A picture of the first page, for texts that fit without wrapping. */
export function certificateSvg(orderProof: OrderProof, shop: Shop): string {
  return certificatePreview(certificateContent(orderProof, proofPageUrl(orderProof, shop), shop))
}
