import * as v from 'valibot'
import { endpoint } from '../http/endpoint.ts'
import { IsoDate, Uuid } from '../ids.ts'

/** Problems that need an administrator. */
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

/** A problem that an administrator must fix. */
export const HealthIssue = v.object({
  kind: v.picklist(healthIssueKinds),
  /** What is wrong, and how often. */
  title: v.string(),
  /** How to fix it. */
  mend: v.string(),
  /** Ids of the newest affected orders. */
  orders: v.array(Uuid),
  /** The admin screen where it can be fixed. */
  path: v.nullable(v.string()),
})
export type HealthIssue = v.InferOutput<typeof HealthIssue>

/** An email to a customer that is late, or failed for good. */
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
  /** The health issues, the most serious first. */
  health: endpoint({
    method: 'GET',
    path: '/api/admin/health',
    access: 'admin',
    reply: v.object({ checkedAt: IsoDate, concerns: v.array(HealthIssue), failedMails: v.array(FailedMail) }),
  }),
  /** Queues a failed email again, with a full number of attempts. 409 if it was sent, is being sent or is queued already. */
  sendAgain: endpoint({
    method: 'POST',
    path: '/api/admin/mails/:id/send-again',
    access: 'admin',
    params: v.object({ id: Uuid }),
    reply: null,
  }),
}
