import * as v from 'valibot'
import { endpoint } from '../../platform/http/endpoint.ts'
import { IsoDate } from '../../platform/ids.ts'

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
