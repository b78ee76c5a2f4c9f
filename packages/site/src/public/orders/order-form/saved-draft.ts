import { UploadedFile } from '@priormark/core/orders/uploads/endpoints'
import * as v from 'valibot'

const Draft = v.object({
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  projectName: v.string(),
  projectDescription: v.string(),
  terms: v.boolean(),
})

/** The unvalidated content of the form. */
export type Draft = v.InferOutput<typeof Draft>

/** What outlasts a reload. `stopped`: the upload that it ended. */
const SavedDraft = v.object({
  draft: Draft,
  file: v.nullable(UploadedFile),
  stopped: v.nullable(v.object({ fileName: v.string(), percent: v.nullable(v.number()) })),
})
export type SavedDraft = v.InferOutput<typeof SavedDraft>

/** Parses a stored draft; null if it is invalid. */
export function parseSavedDraft(json: string): SavedDraft | null {
  try {
    const saved = v.safeParse(SavedDraft, JSON.parse(json))
    return saved.success ? saved.output : null
  } catch {
    return null
  }
}
