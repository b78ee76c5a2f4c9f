import { hash } from 'node:crypto'
import { currency } from '@priormark/core/platform/money'
import { sampleOrderKey, sampleProofId, sampleWork } from '@priormark/core/proofs/sample/sample-order'
import type { Em } from '../platform/database/database.ts'
import { Order } from './order-entity.ts'
import { sha256Hex } from '../platform/sha256.ts'

const createdAt = new Date('2026-11-22T18:00:00Z')
const paidAt = new Date('2026-11-22T18:00:10Z')
const completedAt = new Date('2026-11-22T18:00:36Z')

/** The file of the sample order. */
export const sampleFile = Buffer.from(sampleWork.text)

/** Returns the order with an access key: from the database, or the sample order. */
export async function findOrderByKey(em: Em, key: string): Promise<Order | null> {
  return key === sampleOrderKey ? sampleOrder(em) : em.findOne(Order, { accessKey: key })
}

/** Creates the sample order. It is never stored. */
export function sampleOrder(em: Em): Order {
  const details = {
    id: sampleProofId,
    number: 1000,
    visitorId: sampleProofId,
    uploadId: sampleProofId,
    firstName: 'Sam',
    lastName: 'Sample',
    email: 'sam@example.org',
    projectName: 'Night Ferry',
    projectDescription: 'Lyrics of a song for one voice and a harbor.',
    fileName: sampleWork.fileName,
    fileSize: sampleFile.length,
    fileSha256: sha256Hex(sampleFile),
    fileSha3: hash('sha3-256', sampleFile, 'hex'),
    storageKey: null,
    createdAt,
    updatedAt: completedAt,
    status: 'completed',
    amountCents: 0,
    currency,
    paymentConfirmed: true,
    paymentState: 'paid',
    startRequestedAt: createdAt,
    deliveryHours: 48,
    paidAt,
    completedAt,
    accessKey: sampleOrderKey,
    searchText: '',
  } as const
  return em.create(Order, details, { persist: false })
}
