import { imageKeys } from '../images/image-files.ts'
import type { Em } from '../sql/database.ts'

/** A file that a row names. */
export interface NamedFile {
  /** Its name in the file storage. */
  key: string
  /** What the row says that it is; null where rows do not say it. */
  sha256: string | null
  /** Whose it is, for people: 'Order 0b5c...'. */
  owner: string
}

/** Every file that rows name, each once. */
export async function listFiles(em: Em): Promise<NamedFile[]> {
  const works = await em.execute<NamedFile[]>(
    `select storage_key as key, file_sha256 as sha256, 'Order ' || id as owner from orders where storage_key is not null
     union all select storage_key, sha256, 'Upload ' || id from upload order by key`,
  )
  const images = await em.execute<{ name: string; widths: string }[]>(
    'select name, widths::text as widths from blog_image order by name',
  )
  const variants = images.flatMap(({ name, widths }) => {
    const sizes: number[] = JSON.parse(widths)
    return imageKeys(name, sizes).map((key) => ({ key, sha256: null, owner: `Image ${name}` }))
  })
  return [...works, ...variants]
}

const imageOfKey = "left(source_sha256, 16) = substring(? from '^../image-([0-9a-f]{16})-')"

/**
 * Whether a row names this file now. Uploads are asked first, since an upload becomes an order and no order an upload.
 */
export async function isStillNamed(em: Em, key: string): Promise<boolean> {
  for (const rows of [
    'upload where storage_key = ?',
    'orders where storage_key = ?',
    `blog_image where ${imageOfKey}`,
  ]) {
    if (await hasRow(em, `select 1 from ${rows}`, key)) return true
  }
  return false
}

/**
 * Whoever removes a file holds its row until it says so: `for share` waits for that. A standby and a role that may only read take no
 * locks; what they show may then be a moment old.
 */
async function hasRow(em: Em, rows: string, key: string): Promise<boolean> {
  const named = await em.execute<unknown[]>(`${rows} for share`, [key]).catch((error: unknown) => {
    if (!mayNotLock(error)) throw error
    return em.execute<unknown[]>(rows, [key])
  })
  return named.length > 0
}

/** PostgreSQL's codes for a transaction that only reads, as all of a standby do, and for a missing privilege. */
function mayNotLock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '25006' || error.code === '42501')
}

/** Makes rows say of files that are gone what they came to say of them a moment later: that they are gone. */
export async function removeFiles(em: Em, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await em.execute('update orders set storage_key = null where storage_key = ?', [key])
    await em.execute('delete from upload where storage_key = ?', [key])
    await em.execute(`delete from blog_image where ${imageOfKey}`, [key])
  }
}
