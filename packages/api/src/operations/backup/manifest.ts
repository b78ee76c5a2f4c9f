import * as v from 'valibot'
import { counted } from '@priormark/core/platform/counted'
import { formatFileSize } from '@priormark/core/platform/file-size'

const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** A table in a backup. The digest is of its uncompressed lines. */
export const BackupTable = v.object({
  name: v.pipe(v.string(), v.regex(/^[a-z_]+(\.[a-z_]+)?$/)),
  columns: v.array(
    v.object({
      name: v.pipe(v.string(), v.regex(/^[a-z0-9_]+$/)),
      /** For people and other programs only: a restore uses the types of its own tables. */
      type: v.pipe(v.string(), v.regex(/^[a-z0-9_ .(),[\]"]+$/)),
    }),
  ),
  rows: Count,
  sha256: Sha256,
})
export type BackupTable = v.InferOutput<typeof BackupTable>

/** A file in a backup, by its key in the file storage. */
const BackupFile = v.object({
  key: v.pipe(v.string(), v.regex(/^[0-9a-f]{2}\/[0-9a-z-]{1,100}$/)),
  bytes: Count,
  sha256: Sha256,
})
type BackupFile = v.InferOutput<typeof BackupFile>

/** The content of `manifest.json`, which follows everything that it lists. */
export const Manifest = v.object({
  format: v.literal('priormark-backup'),
  version: v.literal(1),
  /** The time of the snapshot, ISO. */
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The applied migrations, oldest first. */
  migrations: v.array(v.string()),
  tables: v.array(BackupTable),
  files: v.array(BackupFile),
  /** The keys of files that were deleted while the backup was made. A restore clears the references to them. */
  gone: v.array(v.string()),
  /** Files that were already missing or damaged before the backup, one message each. */
  problems: v.array(v.string()),
})
export type Manifest = v.InferOutput<typeof Manifest>

export const manifestName = 'manifest.json'

/** The name of the last entry, which contains the digest of the manifest in the format of sha256sum. */
export const digestName = 'manifest.sha256'

/** Returns the content of the last entry. */
export function digestContent(manifestSha256: string): string {
  return `${manifestSha256}  ${manifestName}\n`
}

/** Returns the path of a table's rows in a backup. */
export function tableEntry(tableName: string): string {
  return `database/${tableName}.ndjson.gz`
}

/** Returns the path of a file in a backup. */
export function fileEntry(key: string): string {
  return `files/${key}`
}

/** Summarizes a backup in one line. */
export function describeBackup({ tables, files, createdAt }: Manifest): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return `${counted(countRows(tables), 'row', 'rows')} in ${tables.length} tables and ${counted(files.length, 'file', 'files')} (${formatFileSize(bytes)}), as of ${createdAt}`
}

export function countRows(tables: readonly BackupTable[]): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}
