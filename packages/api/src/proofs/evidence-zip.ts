import type { Em } from '../db/orm.ts'
import type { Order } from '../orders/order-entity.ts'
import type { Shop } from '../shop.ts'
import { readOrderProof } from './proof-service.ts'
import { writeProof } from '@priormark/core/proof/proof-writing'
import { strToU8, zipSync } from 'fflate'

/** A file made here: its name is safe on every system. */
export interface MadeFile {
  fileName: string
  bytes: Uint8Array
}

/**
 * Everything needed to check an order without us, as one ZIP: the same bytes at every call as long as the anchors are
 * the same. Null until the order is under a root, and once its record was erased.
 */
export async function evidenceZip(em: Em, order: Order, _shop: Shop): Promise<MadeFile | null> {
  const found = await readOrderProof(em, order)
  if (found === null) return null
  const files = { 'proof.json': strToU8(writeProof(found.proof)), 'record.json': strToU8(found.proof.record) }
  return { fileName: 'evidence.zip', bytes: zipSync(files, { mtime: new Date(1980, 0, 1) }) }
}
