import { portableName } from '@priormark/core/platform/downloads/portable-name'
import { termsPath } from '@priormark/core/orders/accepted-terms'
import { Readable } from 'node:stream'
import type { Shop } from '@priormark/core/settings/groups'
import { strToU8, Zip, ZipPassThrough } from 'fflate'
import { type Order, OrderEvent } from '../../order-book/order-entity.ts'
import { readOrderColumns } from '../order-list.ts'
import { orderEventView, orderView } from '../order-view.ts'
import { ProofLeaf } from '../../proofs/leaves/batch-entities.ts'
import { leafOfEarlierDraft } from '../../proofs/leaves/leaf-service.ts'
import { readOrderProof, proofText } from '../../proofs/facts/order-proof.ts'
import type { Em } from '../../platform/database/database.ts'
import { nullIfNotFound } from '../../platform/not-found.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { OrderMail } from '../../order-book/order-mail-service.ts'

interface ZipEntry {
  name: string
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** Streams everything stored about a customer as one ZIP, with only small pieces of files in memory. */
export function customerZip(...input: Parameters<typeof listEntries>): Readable {
  return Readable.from(zipFiles(listEntries(...input)))
}

async function* listEntries(
  em: Em,
  orders: readonly Order[],
  { storage, shop }: { storage: FileStorage; shop: Shop },
): AsyncGenerator<ZipEntry> {
  const orderData = []
  for (const order of orders) orderData.push(await readOrderData(em, order))
  const missingFiles: string[] = []
  for (const order of orders) {
    const proof = await readOrderProof(em, order)
    if (proof !== null) yield { name: `${order.id}/proof.json`, content: [strToU8(proofText(proof))] }
    if (order.storageKey == null) continue
    const name = `${order.id}/${portableName(order.fileName, { fallback: 'file' })}`
    const file = await nullIfNotFound(storage.read(order.storageKey))
    if (file === null) missingFiles.push(name)
    else yield { name, content: file.content }
  }
  // Last, because it also lists missing files; these do not stop the export.
  const data = { exportedAt: new Date().toISOString(), shop: shop.name, missingFiles, orders: orderData }
  yield { name: 'data.json', content: [strToU8(`${JSON.stringify(data, null, 2)}\n`)] }
}

/** Returns everything that the database stores about an order. */
async function readOrderData(em: Em, order: Order): Promise<object> {
  const events = await em.find(OrderEvent, { order }, { orderBy: { at: 'asc' } })
  const mails = await em.find(OrderMail, { order }, { orderBy: { queuedAt: 'asc' } })
  const leaf = await em.findOne(ProofLeaf, { order })
  return {
    ...orderView(await readOrderColumns(em, order.id)),
    browser: order.visitorId,
    timeZone: order.timeZone ?? null,
    startRequestedAt: order.startRequestedAt?.toISOString() ?? null,
    startRequestVersion: order.startRequestVersion ?? null,
    terms: termsPath(order.terms?.id ?? null),
    /** The leaf of the earlier draft of the work: its order may be another customer’s. */
    previous: await leafOfEarlierDraft(em, order),
    timeline: events.map(orderEventView),
    mails: mails.map(({ kind, queuedAt, sentAt, attempts, lastError }) => ({
      kind,
      queuedAt: queuedAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
      attempts,
      lastError: lastError ?? null,
    })),
    record: leaf && {
      proofId: leaf.id,
      record: leaf.record,
      masterSalt: leaf.masterSalt,
      commitment: leaf.commitment,
      leaf: leaf.leaf,
    },
  }
}

/** Stores files one after the other without compression: most works are compressed already. */
async function* zipFiles(files: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error !== null) throw error
    chunks.push(part)
  })
  const takeChunks = () => chunks.splice(0)
  for await (const { name, content } of files) {
    const file = new ZipPassThrough(name)
    zip.add(file)
    for await (const part of content) {
      file.push(part)
      yield* takeChunks()
    }
    file.push(new Uint8Array(), true)
    yield* takeChunks()
  }
  zip.end()
  yield* takeChunks()
}
