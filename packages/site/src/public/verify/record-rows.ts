import { formatMoment } from '@priormark/core/dates'
import { formatFileSize } from '@priormark/core/file-size'
import type { StringMap } from '@priormark/core/proof/canonical-json'

/** The names that Priormark writes into a record, as people read them, in this order. */
const labels: Record<string, string> = {
  projectName: 'Project',
  projectDescription: 'Description',
  firstName: 'First name',
  lastName: 'Last name',
  fileName: 'File name',
  fileSize: 'File size',
  createdAt: 'Ordered',
}

/** A record for reading: known names first, in words, then all others as they stand. */
export function recordRows(record: StringMap): { label: string; value: string }[] {
  const known = Object.keys(labels).filter((name) => record[name] !== undefined)
  const others = Object.keys(record).filter((name) => labels[name] === undefined)
  return [...known, ...others].map((name) => ({
    label: labels[name] ?? name,
    value: readable(name, record[name] ?? ''),
  }))
}

function readable(name: string, text: string): string {
  if (name === 'fileSize' && /^\d{1,15}$/.test(text)) return formatFileSize(Number(text))
  if (name === 'createdAt' && !Number.isNaN(Date.parse(text)))
    return `${formatMoment(text)}, by the operator’s clock`
  return text
}
