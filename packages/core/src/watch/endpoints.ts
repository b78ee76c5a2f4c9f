import * as v from 'valibot'
import { endpoint } from '../http/endpoint.ts'
import { IsoDate, Uuid } from '../ids.ts'

/** Everything that can want a person. */
const concernKinds = [
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
export const Concern = v.object({
  kind: v.picklist(concernKinds),
  /** What is wrong, with its number. */
  title: v.string(),
  /** What a person can do. */
  mend: v.string(),
  /** Orders that it is about, the newest; their ids. */
  orders: v.array(Uuid),
  /** A path of the admin that leads to it. */
  path: v.nullable(v.string()),
})
export type Concern = v.InferOutput<typeof Concern>

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

/** What unpaid files take, and the limits past which uploads are refused; in bytes. */
export const UploadRoom = v.object({
  unpaidBytes: v.number(),
  unpaidLimitBytes: v.number(),
  /** What the network with the most unpaid files takes. */
  largestNetworkBytes: v.number(),
  perNetworkLimitBytes: v.number(),
  /** Null when files are stored in a bucket, or the disk does not respond. */
  freeBytes: v.nullable(v.number()),
  minFreeBytes: v.number(),
})
export type UploadRoom = v.InferOutput<typeof UploadRoom>

export const watchEndpoints = {
  /** What needs a person, the gravest first; empty where nothing does. */
  concerns: endpoint({
    method: 'GET',
    path: '/api/admin/health',
    access: 'admin',
    reply: v.object({
      checkedAt: IsoDate,
      concerns: v.array(Concern),
      failedMails: v.array(FailedMail),
      uploads: UploadRoom,
    }),
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
