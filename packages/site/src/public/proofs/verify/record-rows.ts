import { formatMoment } from '@priormark/core/platform/dates'
import { formatFileSize } from '@priormark/core/platform/file-size'
import type { StringMap } from '@priormark/core/proofs/proof/canonical-json'

/** Labels of the known fields of a record, in display order. */
const labels: Record<string, string> = {
  projectName: 'Project',
  projectDescription: 'Description',
  firstName: 'First name',
  lastName: 'Last name',
  fileName: 'File name',
  fileSize: 'File size',
  createdAt: 'Ordered',
}

/** Returns a record for display: labeled known fields first, then all others unchanged. */
export function recordRows(record: StringMap): { label: string; value: string }[] {
  const known = Object.keys(labels).filter((name) => Object.hasOwn(record, name))
  // A record may have fields with the names of an object's own methods.
  const others = Object.keys(record).filter((name) => !Object.hasOwn(labels, name))
  return [...known, ...others].map((name) => ({
    label: Object.hasOwn(labels, name) ? (labels[name] ?? name) : name,
    value: readable(name, record[name] ?? ''),
  }))
}

function readable(name: string, text: string): string {
  if (name === 'fileSize' && /^\d{1,15}$/.test(text)) return formatFileSize(Number(text))
  if (name === 'createdAt' && !Number.isNaN(Date.parse(text)))
    return `${formatMoment(text)}, by the operator’s clock`
  return text
}
