import { UploadedFile } from '@priormark/core/orders/uploads/endpoints'
import { detailNames } from '@priormark/core/orders/order-details'
import * as v from 'valibot'

/** What is restored after a reload. `stoppedUpload` is the upload that the reload ended. */
const SavedEntry = v.object({
  entry: v.object({
    ...v.entriesFromList(detailNames, v.string()),
    terms: v.boolean(),
    previousKey: v.string(),
  }),
  file: v.nullable(UploadedFile),
  stoppedUpload: v.nullable(v.object({ fileName: v.string(), percent: v.nullable(v.number()) })),
})
export type SavedEntry = v.InferOutput<typeof SavedEntry>

/** Parses a stored form entry; null if it is invalid. */
export function parseSavedEntry(json: string): SavedEntry | null {
  try {
    const result = v.safeParse(SavedEntry, JSON.parse(json))
    return result.success ? result.output : null
  } catch {
    return null
  }
}
