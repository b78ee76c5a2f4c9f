import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

/** Distinguishes checkouts that share a database server. */
export const checkoutKey = createHash('sha256').update(root).digest('hex').slice(0, 8)

/** Changes with the migrations, and with what creates the tables of jobs. */
export function tablesKey(): string {
  return digest([
    'package-lock.json',
    'packages/api/src/operations/database/migrations',
    'packages/api/src/platform/jobs',
  ])
}

/** Changes with any source of the API. */
export function sourcesKey(): string {
  return digest(['package-lock.json', 'packages/api/src', 'packages/core/src'])
}

/** A digest of the names, sizes and modification times of all files. */
function digest(places: readonly string[]): string {
  const hash = createHash('sha256')
  for (const place of places) {
    const full = path.join(root, place)
    const isFolder = statSync(full).isDirectory()
    const names = isFolder ? readdirSync(full, { recursive: true, encoding: 'utf8' }).sort() : ['']
    for (const name of names) {
      const { size, mtimeMs } = statSync(path.join(full, name))
      hash.update(`${place} ${name} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex').slice(0, 16)
}
