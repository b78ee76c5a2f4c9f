import { randomBytes, randomUUID } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import { cancellationDays } from '@priormark/core/payments/start-request'
import { fromHex, toHex } from '@priormark/core/proof/bytes'
import { leafHash, recordCommitment } from '@priormark/core/proof/leaf'
import { workRecord } from '@priormark/core/proof/record'
import { failureOf, type Log } from '../logging/log.ts'
import { Order } from '../orders/order-entity.ts'
import type { Database, Em } from '../sql/database.ts'
import { ProofLeaf } from './leaf-entity.ts'
import { sha256 } from './sha256.ts'

const saltBytes = 32

/** How many orders a sweep gives their leaves at a time. */
const missingBatch = 500

/**
 * The leaf of an order that is confirmed, made where there is none: the record is frozen as the order stands now, under a
 * salt of its own. In the transaction of `em`, which has the order locked and which the caller commits.
 */
export async function ensureLeaf(em: Em, order: Order): Promise<ProofLeaf> {
  const known = await em.findOne(ProofLeaf, { order })
  if (known !== null) return known
  const salt = randomBytes(saltBytes)
  const record = recordOf(order)
  const commitment = recordCommitment(salt, record, sha256)
  return em.create(ProofLeaf, {
    id: randomUUID(),
    order,
    fileSha256: order.fileSha256,
    record,
    salt: toHex(salt),
    commitment: toHex(commitment),
    leaf: toHex(leafHash(fromHex(order.fileSha256), commitment, sha256)),
    createdAt: new Date(),
  })
}

function recordOf(order: Order): string {
  return workRecord({
    firstName: order.firstName,
    lastName: order.lastName,
    projectName: order.projectName,
    projectDescription: order.projectDescription,
    fileName: order.fileName,
    fileSizeBytes: order.fileSize,
    createdAt: order.createdAt.toISOString(),
  })
}

/**
 * Gives confirmed orders without a leaf one: those that were paid before there were leaves, and those whose customer did not
 * ask to begin at once, once they can no longer cancel. A link that such an
 * order has already was declared by an administrator, and stays that. An order that fails is logged and keeps no other
 * back. Returns how many were made.
 */
export async function addMissingLeaves({ database, log }: { database: Database; log: Log }): Promise<number> {
  let added = 0
  for (;;) {
    const ids = await findWithoutLeaf(database.fork())
    const before = added
    for (const { id } of ids) {
      try {
        await addMissingLeaf(database, id)
        added += 1
      } catch (error) {
        log.error({ ...failureOf(error), orderId: id }, 'anchors: an order could not be given its leaf')
      }
    }
    if (ids.length < missingBatch || added === before) return added
  }
}

async function findWithoutLeaf(em: Em): Promise<{ id: string }[]> {
  return em.execute(
    `select orders.id from orders where payment_confirmed and erased_at is null
     and not exists (select 1 from proof_leaf where proof_leaf.order_id = orders.id)
     and (start_requested_at is not null or paid_at < now() - make_interval(days => ?))
     order by orders.created_at, orders.id limit ?`,
    [cancellationDays, missingBatch],
  )
}

async function addMissingLeaf(database: Database, orderId: string): Promise<void> {
  await database.fork().transactional(async (em) => {
    const order = await em.findOneOrFail(Order, orderId, { lockMode: LockMode.PESSIMISTIC_WRITE })
    const leaf = await ensureLeaf(em, order)
    leaf.declaredLink ??= order.blockchainLink ?? null
  })
}
