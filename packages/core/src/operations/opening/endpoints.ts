import * as v from 'valibot'
import { endpoint } from '../../platform/http/endpoint.ts'
import { PageLink } from '../../platform/check-result.ts'

/** One thing to do before customers come. */
export const OpeningLine = v.object({
  /** A stable name, such as 'payments'. */
  id: v.string(),
  title: v.string(),
  isDone: v.boolean(),
  /** The current state, and what to do if it is not done. */
  text: v.string(),
  links: v.array(PageLink),
  /** Whether the owner ticks it themselves, because no setting shows it. */
  isTicked: v.boolean(),
})
export type OpeningLine = v.InferOutput<typeof OpeningLine>

/** The list “Before you open”. */
export const Opening = v.object({
  lines: v.array(OpeningLine),
  /** Whether someone has ordered. Until then, the list is unfolded. */
  hasOrders: v.boolean(),
  /** What can only be done on the server, not in the admin: one sentence each. */
  onServer: v.array(v.object({ text: v.string(), link: PageLink })),
})
export type Opening = v.InferOutput<typeof Opening>

export const openingEndpoints = {
  read: endpoint('GET', '/api/admin/opening', { access: 'owner', reply: Opening }),
  /** Notes that the owner has read the terms and the privacy text. Idempotent. */
  tickLegal: endpoint('PUT', '/api/admin/opening/legal', { access: 'owner', reply: Opening }),
}
