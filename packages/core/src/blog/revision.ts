import * as v from 'valibot'
import { IsoDate, Uuid } from '../platform/ids.ts'
import { UnfinishedPost } from './post-input.ts'

/** 'saved': a saved version of the post. 'autosave': the unsaved text of an open editor. */
export const revisionKinds = ['saved', 'autosave'] as const

/** One entry of a post's history. */
export const RevisionSummary = v.object({
  id: Uuid,
  kind: v.picklist(revisionKinds),
  /** For 'saved', the version it became; for 'autosave', the version it started from, or null for a new post. */
  version: v.nullable(v.number()),
  at: IsoDate,
  /** The administrator's name. */
  by: v.string(),
  title: v.string(),
  wordCount: v.number(),
})
export type RevisionSummary = v.InferOutput<typeof RevisionSummary>

/** A revision with its text. */
export const Revision = v.object({ ...RevisionSummary.entries, fields: v.required(UnfinishedPost) })
export type Revision = v.InferOutput<typeof Revision>
