import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { Order } from '../../src/order-book/order-entity.ts'
import type { Em } from '../../src/platform/database/database.ts'
import type { TestApp } from '../test-app.ts'

/** The SHA-256 of the file in test orders. */
export const fingerprint = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

/** Above those that the shop assigns in a test. Random, because several processes build orders of one database. */
let lastNumber = randomInt(100_000, 2_000_000_000)

/** Adds an order like create-order does; the caller flushes. */
export function buildOrder(em: Em, details: Partial<Order> = {}): Order {
  const now = new Date()
  lastNumber += 1
  return em.create(Order, {
    id: randomUUID(),
    number: lastNumber,
    visitorId: randomUUID(),
    uploadId: randomUUID(),
    firstName: 'Grace',
    lastName: 'Hopper',
    email: 'grace@example.org',
    projectName: 'A song about ships',
    projectDescription: 'Three verses',
    fileName: 'song.wav',
    fileSize: 1_048_576,
    fileSha256: fingerprint,
    fileSha3: createHash('sha3-256').update('test').digest('hex'),
    storageKey: null,
    createdAt: now,
    updatedAt: now,
    amountCents: 897,
    currency: 'usd',
    accessKey: randomBytes(32).toString('base64url'),
    searchText: '',
    ...details,
  })
}

/** Reads and changes rows of orders in the database of an application. */
export const orderRows = ({ database }: Pick<TestApp, 'database'>) => ({
  readOrder: (id: string) => database.fork().findOneOrFail(Order, { id }),
  update: (id: string, changes: Partial<Order>) => database.fork().nativeUpdate(Order, { id }, changes),
})
