import { imageKeys } from '../../blog/images/image-files.ts'
import type { Em } from '../../platform/database/database.ts'

/** A file that a row refers to. */
export interface ReferencedFile {
  /** Its key in the file storage. */
  key: string
  /** The digest according to the row; null if the row has none. */
  sha256: string | null
  /** A description of the owner for people: 'Order 0b5c...'. */
  owner: string
}

/** Returns all files that rows refer to, without duplicates. */
export async function listFiles(em: Em): Promise<ReferencedFile[]> {
  const works = await em.execute<ReferencedFile[]>(
    `select storage_key as key, file_sha256 as sha256, 'Order ' || id as owner from orders where storage_key is not null
     union all select storage_key, sha256, 'Upload ' || id from upload
     union all select storage_key, sha256, 'Part of upload ' || upload_id from upload_part order by key`,
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

const imageKeyCondition = "left(source_sha256, 16) = substring(? from '^../image-([0-9a-f]{16})-')"

/** Whether a row still refers to this file. Checks uploads first, since an upload becomes an order and never the reverse. */
export async function isStillReferenced(em: Em, key: string): Promise<boolean> {
  for (const condition of [
    'upload_part where storage_key = ?',
    'upload where storage_key = ?',
    'orders where storage_key = ?',
    `blog_image where ${imageKeyCondition}`,
  ]) {
    if (await hasRow(em, `select 1 from ${condition}`, key)) return true
  }
  return false
}

/**
 * Code that deletes a file locks its row until the deletion is recorded, and `for share` waits for that. A standby and a
 * read-only role cannot lock rows, so they may see a slightly outdated state.
 */
async function hasRow(em: Em, query: string, key: string): Promise<boolean> {
  const rows = await em.execute<unknown[]>(`${query} for share`, [key]).catch((error: unknown) => {
    if (!isLockForbidden(error)) throw error
    return em.execute<unknown[]>(query, [key])
  })
  return rows.length > 0
}

/** PostgreSQL's error codes for a read-only transaction, as on a standby, and for a missing privilege. */
function isLockForbidden(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '25006' || error.code === '42501')
}

/** Clears the references to files that were deleted after the snapshot. */
export async function removeFileReferences(em: Em, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await em.execute('update orders set storage_key = null where storage_key = ?', [key])
    await em.execute('delete from upload where storage_key = ?', [key])
    await em.execute('delete from upload_part where storage_key = ?', [key])
    await em.execute(`delete from blog_image where ${imageKeyCondition}`, [key])
  }
}
