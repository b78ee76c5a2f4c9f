import { randomBytes, randomUUID } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import type { AnchorKind } from '@priormark/core/settings/policy/anchor-kind'
import { cancellationDays } from '@priormark/core/settings/policy/start-request'
import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { canonicalJson } from '@priormark/core/proofs/proof/canonical-json'
import { leafHash } from '@priormark/core/proofs/proof/leaf'
import { mapNames } from '@priormark/core/orders/order-details'
import { recordedNames, workRecord } from '@priormark/core/proofs/proof/record'
import { commitmentOf, shownFields } from '@priormark/core/proofs/proof-v2/record-fields'
import { failureOf, type Log } from '../../platform/logging/log.ts'
import { Order } from '../../order-book/order-entity.ts'
import type { Database, Em } from '../../platform/database/database.ts'
import { hasLeaf, ProofLeaf } from './batch-entities.ts'
import { sealAlone } from './seal-batch.ts'
import { sha256 } from '../../platform/sha256.ts'
import { orderConditions } from '@priormark/core/orders/order-conditions'
import { conditionSql } from '../../order-book/order-condition-sql.ts'
import * as v from 'valibot'
import { readRows } from '../../platform/database/rows.ts'

const saltBytes = 32

const ordersPerQuery = 500

/**
 * Returns the leaf of a confirmed order. Creates it if missing, which freezes the order's current record with new
 * salts. Runs in the transaction of `em`, which has the order locked and which the caller commits.
 */
export async function ensureLeaf(em: Em, order: Order): Promise<ProofLeaf> {
  const existingLeaf = await em.findOne(ProofLeaf, { order })
  if (existingLeaf !== null) return existingLeaf
  const details = leafDetails(order, await leafOfEarlierDraft(em, order), randomBytes(saltBytes))
  return em.create(ProofLeaf, { id: randomUUID(), ...details, createdAt: new Date() })
}

/** Returns the leaf of an order with what it commits to. @param previous the leaf of the earlier draft, or empty */
export function leafDetails(order: Order, previous: string, masterSalt: Uint8Array) {
  const record = workRecord({
    ...mapNames(recordedNames, (name) => order[name]),
    fileName: order.fileName,
    fileSizeBytes: order.fileSize,
    fileSha3: order.fileSha3,
    createdAt: order.createdAt.toISOString(),
    previous,
  })
  const fields = shownFields(record, masterSalt, sha256)
  const commitment = commitmentOf({ form: 2, fields }, sha256)
  return {
    order,
    fileSha256: order.fileSha256,
    record: canonicalJson(record),
    masterSalt: toHex(masterSalt),
    commitment: toHex(commitment),
    leaf: toHex(leafHash(fromHex(order.fileSha256), commitment, sha256)),
  }
}

/** Returns the leaf of the earlier draft of an order's work; empty without an earlier draft, or if it was erased. */
export async function leafOfEarlierDraft(em: Em, { previousOrderId }: Order): Promise<string> {
  if (previousOrderId == null) return ''
  const earlierLeaf = await em.findOne(ProofLeaf, { order: previousOrderId })
  return earlierLeaf?.leaf ?? ''
}

interface MissingLeafDeps {
  database: Database
  log: Log
  /** Where works are recorded. */
  kinds: readonly AnchorKind[]
}

/**
 * Creates missing leaves of confirmed orders, such as those without a start request once the cancellation period is
 * over. An order whose link an administrator already declared gets a batch of its own. Stopped orders get no leaf. A
 * failing order is logged and does not stop the others. Returns how many leaves were created.
 */
export async function addMissingLeaves({ database, log, kinds }: MissingLeafDeps): Promise<number> {
  let addedCount = 0
  for (;;) {
    const orders = await findOrdersWithoutLeaf(database.fork())
    const previousCount = addedCount
    for (const { id } of orders) {
      try {
        await database.fork().transactional(async (em) => {
          const order = await em.findOneOrFail(Order, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
          const leaf = await ensureLeaf(em, order)
          const link = order.blockchainLink
          if (link != null) await sealAlone(em, leaf, { link, kinds, actor: 'system' })
        })
        addedCount += 1
      } catch (error) {
        log.error({ ...failureOf(error), orderId: id }, 'anchors: could not create the leaf of an order')
      }
    }
    if (orders.length < ordersPerQuery || addedCount === previousCount) return addedCount
  }
}

async function findOrdersWithoutLeaf(em: Em): Promise<{ id: string }[]> {
  return readRows(em, v.object({ id: v.string() }))`
    select orders.id from orders
    where payment_confirmed and erased_at is null and not ${hasLeaf} and not (${conditionSql(orderConditions.isStopped)})
      and (start_requested_at is not null or paid_at < now() - make_interval(days => ${cancellationDays}))
    order by orders.created_at, orders.id limit ${ordersPerQuery}`
}
