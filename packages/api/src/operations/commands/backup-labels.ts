import { formatFileSize } from '@priormark/core/platform/file-size'
import type { Manifest, TableFacts } from '../backup/manifest.ts'
import { counted } from '../monitoring/health-issue.ts'

/** Summarizes a backup in one line. */
export function describeBackup({ tables, files, createdAt }: Manifest): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return `${countRows(tables)} rows in ${tables.length} tables and ${counted(files.length, 'file', 'files')} (${formatFileSize(bytes)}), as of ${createdAt}`
}

export function countRows(tables: readonly TableFacts[]): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}
