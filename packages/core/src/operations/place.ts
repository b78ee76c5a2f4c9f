import * as v from 'valibot'

/** A link to where something is done or read: a screen of the admin, or a document that the server has under `/api/docs`. */
export const Place = v.object({ path: v.string(), label: v.string() })
export type Place = v.InferOutput<typeof Place>
