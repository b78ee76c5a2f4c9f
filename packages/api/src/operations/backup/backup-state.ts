import type { BackupState } from '@priormark/core/operations/backup/endpoints'
import type { BackupSettings } from '@priormark/core/settings/backup'
import { IsoDate } from '@priormark/core/platform/ids'
import { addDays, dayIn, momentIn } from '@priormark/core/platform/dates'
import * as v from 'valibot'
import type { Em } from '../../platform/database/database.ts'
import { readSetting, writeSetting } from '../../platform/database/setting-service.ts'

/** What is stored about the backups that the server makes. */
const BackupRuns = v.object({
  startedAt: IsoDate,
  startedBy: v.nullable(v.string()),
  /** Null until the run has ended, and for good if its process was killed. */
  endedAt: v.nullable(IsoDate),
  failure: v.nullable(v.string()),
  lastSuccess: v.nullable(
    v.object({ at: IsoDate, file: v.string(), bytes: v.number(), problems: v.array(v.string()) }),
  ),
})
export type BackupRuns = v.InferOutput<typeof BackupRuns>

const settingName = 'backup-runs'

/** Returns the last run and the last success; null before the first run. */
export async function readBackupRuns(em: Em): Promise<BackupRuns | null> {
  const json = await readSetting(em, settingName)
  return json === null ? null : v.parse(BackupRuns, JSON.parse(json))
}

/** Stores the last run and the last success. */
export async function writeBackupRuns(em: Em, runs: BackupRuns): Promise<void> {
  await writeSetting(em, settingName, JSON.stringify(runs))
}

/** Returns the last run and its result. */
export function describeLastRun(runs: BackupRuns | null, isRunning: boolean): BackupState['lastRun'] {
  if (runs === null) return null
  const { startedAt, startedBy, endedAt, failure } = runs
  const endResult = failure === null ? 'succeeded' : 'failed'
  const result = endedAt !== null ? endResult : isRunning ? 'running' : 'interrupted'
  return { startedAt, startedBy, result, failure }
}

const sunday = 0
const hourMs = 3_600_000

/** Returns the scheduled times before and after `now`; null without a schedule. */
export function findScheduledTimes(
  { schedule, time }: Pick<BackupSettings, 'schedule' | 'time'>,
  timeZone: string,
  now: Date,
): { last: Date; next: Date } | null {
  if (schedule !== 'daily' && schedule !== 'weekly') return null
  const today = dayIn(timeZone, now)
  const moments = Array.from({ length: 16 }, (_, index) => addDays(today, index - 8))
    .filter((day) => schedule === 'daily' || new Date(day).getUTCDay() === sunday)
    .map((day) => momentIn(timeZone, `${day}T${time}`))
  const next = moments.find((moment) => moment > now) ?? now
  const last = moments.findLast((moment) => moment <= now) ?? now
  return { last, next }
}

/** Whether the schedule asks for a backup now. A run that did not succeed is repeated after an hour. */
export function isBackupDue(
  settings: Pick<BackupSettings, 'schedule' | 'time'>,
  { timeZone, now, runs }: { timeZone: string; now: Date; runs: BackupRuns | null },
): boolean {
  const last = findScheduledTimes(settings, timeZone, now)?.last
  if (last === undefined) return false
  if (runs === null) return true
  if (runs.lastSuccess !== null && Date.parse(runs.lastSuccess.at) >= last.getTime()) return false
  const startedAt = Date.parse(runs.startedAt)
  return startedAt < last.getTime() || startedAt < now.getTime() - hourMs
}
