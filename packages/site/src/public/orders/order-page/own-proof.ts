import { hideableNames } from '@priormark/core/proofs/proof/record'
import * as v from 'valibot'

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
