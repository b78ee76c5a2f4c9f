import * as v from 'valibot'

const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** A table in a backup. The digest is of its lines, before they were compressed. */
export const TableFacts = v.object({
  name: v.pipe(v.string(), v.regex(/^[a-z_]+(\.[a-z_]+)?$/)),
  columns: v.array(
    v.object({
      name: v.pipe(v.string(), v.regex(/^[a-z0-9_]+$/)),
      /** For people and other programs: a restore goes by the types of its own tables. */
      type: v.pipe(v.string(), v.regex(/^[a-z0-9_ .(),[\]"]+$/)),
    }),
  ),
  rows: Count,
  sha256: Sha256,
})
export type TableFacts = v.InferOutput<typeof TableFacts>

/** A file in a backup, by its name in the file storage. */
export const FileFacts = v.object({
  key: v.pipe(v.string(), v.regex(/^[0-9a-f]{2}\/[0-9a-z-]{1,100}$/)),
  bytes: Count,
  sha256: Sha256,
})
export type FileFacts = v.InferOutput<typeof FileFacts>

/** What a backup holds: `manifest.json`, which comes after all it tells of. */
export const Manifest = v.object({
  format: v.literal('priormark-backup'),
  version: v.literal(1),
  /** The moment whose state it is, ISO. */
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The migrations that had been run, oldest first. */
  migrations: v.array(v.string()),
  tables: v.array(TableFacts),
  files: v.array(FileFacts),
  /** Files that were removed, with what their rows say of them, while the backup ran. */
  gone: v.array(v.string()),
  /** What was wrong before the backup: files that are missing or damaged, a sentence each. */
  problems: v.array(v.string()),
})
export type Manifest = v.InferOutput<typeof Manifest>

export const manifestName = 'manifest.json'

/** The last entry: the digest of the manifest, as sha256sum writes and checks it. */
export const sealName = 'manifest.sha256'

/** What the last entry says. */
export function sealOf(manifestSha256: string): string {
  return `${manifestSha256}  ${manifestName}\n`
}

/** Where a table's rows are in a backup. */
export function tableEntry(tableName: string): string {
  return `database/${tableName}.ndjson.gz`
}

/** Where a file is in a backup. */
export function fileEntry(key: string): string {
  return `files/${key}`
}
