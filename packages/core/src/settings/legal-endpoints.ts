import * as v from 'valibot'
import { endpoint } from '../platform/http/endpoint.ts'
import { IsoDate } from '../platform/ids.ts'
import { maxDatabaseInteger } from '../platform/limits.ts'
import { defaultNumber, legalDocuments, LegalText } from './legal.ts'

const params = v.object({ document: v.picklist(legalDocuments) })

const PublishedVersion = v.object({
  /** Starts at 2, because the default is version 1. */
  number: v.number(),
  text: v.string(),
  /** The text is the one that the software comes with. */
  isDefault: v.boolean(),
  publishedAt: IsoDate,
  publishedBy: v.string(),
})
/** A published version of a legal text. */
export type PublishedVersion = v.InferOutput<typeof PublishedVersion>

export const legalEndpoints = {
  /** All published versions of a text, newest first; none while the default is in effect. */
  list: endpoint({
    method: 'GET',
    path: '/api/admin/settings/legal/:document',
    access: 'owner',
    params,
    reply: v.object({
      /** The environment variable that names the file of the text, which is then the newest version. */
      variable: v.nullable(v.string()),
      versions: v.array(PublishedVersion),
    }),
  }),
  /** Publishes a new version. 409 while an environment variable sets the text. 412 with the code `version_conflict` if another one was published meanwhile. */
  publish: endpoint({
    method: 'POST',
    path: '/api/admin/settings/legal/:document',
    access: 'owner',
    params,
    body: v.object({
      /** The number of the version that the text is based on; 1 for the default. */
      basedOn: v.pipe(v.number(), v.integer(), v.minValue(defaultNumber), v.maxValue(maxDatabaseInteger)),
      text: LegalText,
    }),
    reply: null,
  }),
}
