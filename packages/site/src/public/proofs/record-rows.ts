import { formatMoment } from '@priormark/core/platform/dates'
import { formatFileSize } from '@priormark/core/platform/file-size'
import { hideableNames, recordLabels } from '@priormark/core/proofs/proof/record'
import * as v from 'valibot'

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

/** The fields of a proof.json, which is the whole proof of an order and hides none. */
const OwnProof = v.object({
  record: v.object({ fields: v.array(v.object({ name: v.string(), value: v.string() })) }),
})

/** A field of a record that can be hidden. */
export type OwnField = { name: string; value: string }

/** Returns the fields that can be hidden, in display order, without empty ones. @param path the path of proof.json @throws if the request fails */
export async function readOwnFields(path: string): Promise<OwnField[]> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  const { record } = v.parse(OwnProof, await response.json())
  const values = new Map(record.fields.map(({ name, value }) => [name, value]))
  return hideableNames.flatMap((name) => {
    const value = values.get(name) ?? ''
    return value === '' ? [] : [{ name, value }]
  })
}
