import * as v from 'valibot'
import { endpoint } from '../http/endpoint.ts'
import { IsoDate, Uuid } from '../ids.ts'

/** Everything that can want a person. */
const healthIssueKinds = [
  'mail_failed',
  'jobs_stuck',
  'jobs_failed',
  'anchors_stuck',
  'payments_odd',
  'not_asked',
  'files_missing',
  'disk_low',
  'sample_content',
  'no_https',
  'sample_trader',
] as const

/** Something that does not mend itself: what it is, and how to mend it, in words. */
export const HealthIssue = v.object({
  kind: v.picklist(healthIssueKinds),
  /** What is wrong, with its number. */
  title: v.string(),
  /** What a person can do. */
  mend: v.string(),
  /** Orders that it is about, the newest; their ids. */
  orders: v.array(Uuid),
  /** A path of the admin that leads to it. */
  path: v.nullable(v.string()),
})
export type HealthIssue = v.InferOutput<typeof HealthIssue>

/** A mail to a customer that has not left and is late or given up. */
export const FailedMail = v.object({
  id: Uuid,
  orderId: Uuid,
  projectName: v.string(),
  kind: v.picklist(['confirmation', 'fulfillment']),
  queuedAt: IsoDate,
  attempts: v.number(),
})
export type FailedMail = v.InferOutput<typeof FailedMail>

export const monitoringEndpoints = {
  /** What needs a person, the gravest first; empty where nothing does. */
  concerns: endpoint({
    method: 'GET',
    path: '/api/admin/health',
    access: 'admin',
    reply: v.object({ checkedAt: IsoDate, concerns: v.array(HealthIssue), failedMails: v.array(FailedMail) }),
  }),
  /** Sends a mail that failed once more, with all its tries before it. 409 where it has left, is being sent or is owed already. */
  sendAgain: endpoint({
    method: 'POST',
    path: '/api/admin/mails/:id/send-again',
    access: 'admin',
    params: v.object({ id: Uuid }),
    reply: null,
  }),
}
