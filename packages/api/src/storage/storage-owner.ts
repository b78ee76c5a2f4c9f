import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { AppError } from '@priormark/core/errors'
import type { Em } from '../sql/database.ts'
import type { FileStorage } from './file-storage.ts'

/** The file that says whose a storage is, by the id of a shop. No row names it, so no backup has it. */
export const ownerKey = '00/shop'

/** The id of the shop, made where it has none. Whoever copies a database gives the copy another one: it is another shop. */
export async function readShopId(em: Em): Promise<string> {
  await em.execute("insert into setting (name, value) values ('shop-id', ?) on conflict (name) do nothing", [
    randomUUID(),
  ])
  const [row] = await em.execute<{ value: string }[]>("select value from setting where name = 'shop-id'")
  if (row === undefined) throw new Error('the id of the shop is missing')
  return row.value
}

/** Removes the id of the shop, so that it gets a new one. */
export async function removeShopId(em: Em): Promise<void> {
  await em.execute("delete from setting where name = 'shop-id'")
}

/** The id of the shop whose a storage is; null where nobody has marked it. */
export async function readOwner(storage: FileStorage): Promise<string | null> {
  try {
    // Whoever writes it by hand ends it as editors end a line.
    return (await text((await storage.read(ownerKey)).content)).trim()
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

/** Marks a storage as a shop's. */
export async function markOwner(storage: FileStorage, shopId: string): Promise<void> {
  await storage.write(ownerKey, Readable.from([Buffer.from(shopId)]), { maxBytes: 100 })
}

/** Gives a copied shop an id of its own, and its storage with it: the database that it was copied from has none from now on. */
export async function takeOver(em: Em, storage: FileStorage): Promise<void> {
  const owner = await readOwner(storage)
  const isFree = owner === null || owner === (await readShopId(em))
  await removeShopId(em)
  // What is marked as a third one's stays so; the sweeper says how to go on.
  if (isFree) await markOwner(storage, await readShopId(em))
}
