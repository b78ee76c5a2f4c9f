import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { nullIfNotFound } from '../not-found.ts'
import type { Em } from '../database/database.ts'
import { ensureSetting, removeSetting } from '../database/setting-service.ts'
import type { FileStorage } from './file-storage.ts'

/** The file that contains the id of the storage's shop. No row refers to it, so backups do not contain it. */
export const ownerKey = '00/shop'

const shopIdName = 'shop-id'

/** Returns the id of the shop, and creates it if needed. A copied database gets a new id, because it is another shop. */
export function readShopId(em: Em): Promise<string> {
  return ensureSetting(em, shopIdName, randomUUID())
}

/** Deletes the id of the shop, so that it gets a new one. */
export function removeShopId(em: Em): Promise<void> {
  return removeSetting(em, shopIdName)
}

/** Returns the id of the shop that a storage belongs to, or null if it is not marked. */
export async function readOwner(storage: FileStorage): Promise<string | null> {
  const file = await nullIfNotFound(storage.read(ownerKey))
  // A file that a person wrote usually ends with a newline.
  return file === null ? null : (await text(file.content)).trim()
}

/** Marks a storage as belonging to a shop. */
export async function markOwner(storage: FileStorage, shopId: string): Promise<void> {
  await storage.write(ownerKey, Readable.from([Buffer.from(shopId)]), { maxBytes: 100 })
}

/** Gives a copied shop a new id and marks its storage with it; the storage then no longer belongs to the original. */
export async function claimStorage(em: Em, storage: FileStorage): Promise<void> {
  const owner = await readOwner(storage)
  const isFree = owner === null || owner === (await readShopId(em))
  await removeShopId(em)
  // A storage marked for a third shop stays so; the sweeper reports what to do.
  if (isFree) await markOwner(storage, await readShopId(em))
}
