import * as v from 'valibot'
import { IsoDate, Uuid } from '../ids.ts'
import { UnfinishedPost } from './post-input.ts'

/** 'saved': the post as somebody saved it. 'autosave': what stands in somebody's editor. */
export const revisionKinds = ['saved', 'autosave'] as const

/** A line of a post's history. */
export const RevisionSummary = v.object({
  id: Uuid,
  kind: v.picklist(revisionKinds),
  /** For 'saved' the version it became; for 'autosave' the version it was begun on, null for a post not yet created. */
  version: v.nullable(v.number()),
  at: IsoDate,
  /** The administrator's name. */
  by: v.string(),
  title: v.string(),
  wordCount: v.number(),
})
export type RevisionSummary = v.InferOutput<typeof RevisionSummary>

/** A state of a post that can be looked at and restored. */
export const Revision = v.object({ ...RevisionSummary.entries, fields: v.required(UnfinishedPost) })
export type Revision = v.InferOutput<typeof Revision>
