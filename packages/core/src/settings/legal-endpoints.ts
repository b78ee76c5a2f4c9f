import * as v from 'valibot'
import { endpoint } from '../http/endpoint.ts'
import { IsoDate } from '../ids.ts'
import { maxDatabaseInteger } from '../limits.ts'
import { legalDocuments, LegalText } from './legal.ts'

const params = v.object({ document: v.picklist(legalDocuments) })

const PublishedVersion = v.object({
  /** Starts at 1. */
  number: v.number(),
  text: v.string(),
  /** The text is the one that the software comes with. */
  isDefault: v.boolean(),
  publishedAt: IsoDate,
  publishedBy: v.string(),
})
/** A published version of a legal text. */
export type PublishedVersion = v.InferOutput<typeof PublishedVersion>

const LegalOverride = v.object({ variable: v.string(), text: v.string() })
/** The text of a file that an environment variable names. It replaces every published version. */
export type LegalOverride = v.InferOutput<typeof LegalOverride>

export const legalEndpoints = {
  /** All published versions of a text, newest first; none while the default is in effect. */
  list: endpoint({
    method: 'GET',
    path: '/api/admin/settings/legal/:document',
    access: 'owner',
    params,
    reply: v.object({ override: v.nullable(LegalOverride), versions: v.array(PublishedVersion) }),
  }),
  /** Publishes a new version. 409 while an environment variable sets the text. 412 with the code `version_conflict` if another one was published meanwhile. */
  publish: endpoint({
    method: 'POST',
    path: '/api/admin/settings/legal/:document',
    access: 'owner',
    params,
    body: v.object({
      /** The number of the version that the text is based on; 0 for the default. */
      basedOn: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxDatabaseInteger)),
      text: LegalText,
    }),
    reply: null,
  }),
}
