import { formatMoment } from '@priormark/core/platform/dates'
import { formatFileSize } from '@priormark/core/platform/file-size'
import { recordLabels } from '@priormark/core/proofs/proof/record'

/** Labels of the known fields of a record, in display order. */
export const fieldLabels: Readonly<Record<string, string>> = {
  ...recordLabels,
  fileName: 'File name',
  fileSize: 'File size',
  createdAt: 'Ordered',
  previous: 'Earlier draft',
  fileSha3: 'SHA3-256',
}

/** Returns the value of a field as people read it. */
export function readableValue(name: string, text: string): string {
  if (name === 'fileSize' && /^\d{1,15}$/.test(text)) return formatFileSize(Number(text))
  if (name === 'createdAt' && !Number.isNaN(Date.parse(text)))
    return `${formatMoment(text)}, by the operator’s clock`
  return text
}
