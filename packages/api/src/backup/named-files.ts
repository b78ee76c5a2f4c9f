import type { Em } from '../db/orm.ts'
import { imageKeys } from '../images/image-files.ts'

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
 * Whether a row names this file now. Whoever removes a file holds its row until it says so: `for share` waits for that. Uploads
 * are asked first, since an upload becomes an order and no order an upload.
 */
export async function isStillNamed(em: Em, key: string): Promise<boolean> {
  for (const rows of [
    'upload where storage_key = ?',
    'orders where storage_key = ?',
    `blog_image where ${imageOfKey}`,
  ]) {
    const named = await em.execute<unknown[]>(`select 1 from ${rows} for share`, [key])
    if (named.length > 0) return true
  }
  return false
}

/** Makes rows say of files that are gone what they came to say of them a moment later: that they are gone. */
export async function forgetFiles(em: Em, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await em.execute('update orders set storage_key = null where storage_key = ?', [key])
    await em.execute('delete from upload where storage_key = ?', [key])
    await em.execute(`delete from blog_image where ${imageOfKey}`, [key])
  }
}
