import * as v from 'valibot'
import { CheckResult, PageLink } from '../platform/check-result.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import { IsoDate, Uuid } from '../platform/ids.ts'
import { mailKinds } from '../platform/mail-kind.ts'

/** A problem that an administrator must fix. */
export const HealthIssue = v.object({
  /** A stable name, such as 'disk_low'. */
  kind: v.string(),
  /** The problem, and how often it occurs. */
  title: v.string(),
  /** How to fix it. */
  remedy: v.string(),
  /** Ids of the newest affected orders. */
  orders: v.array(Uuid),
  /** The project names of these orders, in the same order. */
  orderNames: v.array(v.string()),
  /** Where it can be fixed. */
  links: v.array(PageLink),
})
export type HealthIssue = v.InferOutput<typeof HealthIssue>

/** An email to a customer that is late, or failed for good. */
export const FailedMail = v.object({
  id: Uuid,
  orderId: Uuid,
  projectName: v.string(),
  kind: v.picklist(mailKinds),
  queuedAt: IsoDate,
  attempts: v.number(),
})
export type FailedMail = v.InferOutput<typeof FailedMail>

/** The space that unpaid files use, and the limits above which uploads are rejected; in bytes. */
export const UploadSpace = v.object({
  unpaidBytes: v.number(),
  unpaidLimitBytes: v.number(),
  /** The space used by the network with the most unpaid files. */
  largestNetworkBytes: v.number(),
  perNetworkLimitBytes: v.number(),
  /** Null when files are stored in a bucket, or the disk does not respond. */
  freeBytes: v.nullable(v.number()),
  minFreeBytes: v.number(),
})
export type UploadSpace = v.InferOutput<typeof UploadSpace>

/** The results about one part of the configuration, for a heading and its lines. */
export const CheckGroup = v.object({ part: v.string(), results: v.array(CheckResult) })
export type CheckGroup = v.InferOutput<typeof CheckGroup>

export const monitoringEndpoints = {
  /** The health issues, the most serious first. */
  health: endpoint('GET', '/api/admin/health', {
    access: 'owner',
    reply: v.object({
      checkedAt: IsoDate,
      issues: v.array(HealthIssue),
      failedMails: v.array(FailedMail),
      uploads: UploadSpace,
    }),
  }),
  /** Runs all checks of the doctor. A call during a run gets the results of that run. */
  runChecks: endpoint('POST', '/api/admin/health/checks', {
    access: 'owner',
    reply: v.object({ checkedAt: IsoDate, groups: v.array(CheckGroup) }),
  }),
  /** Queues a failed email again, with a full number of attempts. 409 if it was sent, is being sent or is queued already. */
  sendAgain: endpoint('POST', '/api/admin/mails/:id/send-again', {
    access: 'owner',
    params: v.object({ id: Uuid }),
    reply: null,
  }),
}

/** The backups that the server makes. */
export const BackupState = v.object({
  /** Where the files are, on the server. */
  folder: v.string(),
  isEncrypted: v.boolean(),
  /** A backup is being made, or will be in a moment. */
  isRunning: v.boolean(),
  /** The last one that was started; null if there was none. */
  lastRun: v.nullable(
    v.object({
      startedAt: IsoDate,
      /** Null for the schedule. */
      startedBy: v.nullable(v.string()),
      /** `interrupted`: its process ended before the backup was complete. */
      result: v.picklist(['running', 'succeeded', 'failed', 'interrupted']),
      /** Why it failed. */
      failure: v.nullable(v.string()),
    }),
  ),
  /** The last complete one, verified when it was written. */
  lastSuccess: v.nullable(
    v.object({
      at: IsoDate,
      file: v.string(),
      bytes: v.number(),
      /** Files of the shop that were missing or damaged when the backup was made. */
      problems: v.array(v.string()),
    }),
  ),
  /** When the schedule makes the next one; null without a schedule. */
  nextAt: v.nullable(IsoDate),
})
export type BackupState = v.InferOutput<typeof BackupState>

export const backupEndpoints = {
  read: endpoint('GET', '/api/admin/backups', { access: 'owner', reply: BackupState }),
  /** Starts one now. 409 while one is being made. */
  start: endpoint('POST', '/api/admin/backups', { access: 'owner', reply: BackupState }),
}

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
