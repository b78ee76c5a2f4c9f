import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { BackupState } from '@priormark/core/operations/endpoints'
import { addDays, dayIn, momentIn } from '@priormark/core/platform/dates'
import { AppError } from '@priormark/core/platform/errors'
import { IsoDate } from '@priormark/core/platform/ids'
import type { BackupSettings } from '@priormark/core/settings/groups'
import * as v from 'valibot'
import type { Em } from '../../platform/database/database.ts'
import { readSetting, writeSetting } from '../../platform/database/setting-service.ts'
import type { Actor } from '../../platform/http/state.ts'
import type { JobHandler, JobQueue } from '../../platform/jobs/job-queue.ts'
import { failureOf, type Log } from '../../platform/logging/log.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'
import { audit } from '../../staff/audit/audit-service.ts'
import { readQueueCounts } from '../../platform/jobs/queue-counts.ts'
import { type BackupTarget, partialSuffix, targetFile, writeBackup } from './make-backup.ts'
import type { BackupKeys } from './encryption.ts'
import { packArchive, type BackupDeps } from './pack-archive.ts'

/** What is stored about the backups that the server makes. */
const BackupRuns = v.object({
  startedAt: IsoDate,
  startedBy: v.nullable(v.string()),
  /** Null until the run has ended, and for good if its process was killed. */
  endedAt: v.nullable(IsoDate),
  failure: v.nullable(v.string()),
  lastSuccess: BackupState.entries.lastSuccess,
})
export type BackupRuns = v.InferOutput<typeof BackupRuns>

const settingName = 'backup-runs'

/** Returns the last run and the last success; null before the first run. */
export async function readBackupRuns(em: Em): Promise<BackupRuns | null> {
  const json = await readSetting(em, settingName)
  return json === null ? null : v.parse(BackupRuns, JSON.parse(json))
}

/** Stores the last run and the last success. */
async function writeBackupRuns(em: Em, runs: BackupRuns): Promise<void> {
  await writeSetting(em, settingName, JSON.stringify(runs))
}

/** Returns the last run and its result. */
function describeLastRun(runs: BackupRuns | null, isRunning: boolean): BackupState['lastRun'] {
  if (runs === null) return null
  const { startedAt, startedBy, endedAt, failure } = runs
  const endResult = failure === null ? 'succeeded' : 'failed'
  const result = endedAt !== null ? endResult : isRunning ? 'running' : 'interrupted'
  return { startedAt, startedBy, result, failure }
}

const sunday = 0
const hourMs = 3_600_000

/** Returns the scheduled times before and after `now`; null without a schedule. */
function findScheduledTimes(
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
function isBackupDue(
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

interface ServerBackupDeps extends BackupDeps {
  target: BackupTarget
  settings: SettingsSource
  log: Log
}

/** A partial file that has not changed for this long was left behind by a killed process. */
const partialFileLifetimeMs = 3_600_000

const backupName = /^priormark-[\d-]+T[\d-]+\.tar(\.age)?$/

/** Makes a backup and records how it ended. A failure is recorded, and not thrown: the schedule tries again. */
export function backupHandler(deps: ServerBackupDeps): JobHandler<'backup'> {
  return async ({ startedBy }, signal) => {
    const { database, log } = deps
    const em = database.fork()
    const { lastSuccess = null } = (await readBackupRuns(em)) ?? {}
    const run = { startedAt: new Date().toISOString(), startedBy, failure: null, lastSuccess }
    await writeBackupRuns(em, { ...run, endedAt: null })
    try {
      const success = await makeServerBackup(deps, signal)
      await writeBackupRuns(em, { ...run, endedAt: success.at, lastSuccess: success })
    } catch (error) {
      log.error(failureOf(error), 'backup: the backup failed')
      const failure = error instanceof Error ? error.message : String(error)
      await writeBackupRuns(em, { ...run, endedAt: new Date().toISOString(), failure })
    }
  }
}

async function makeServerBackup(
  { target: { folder, keys }, settings, ...source }: ServerBackupDeps,
  signal: AbortSignal,
): Promise<NonNullable<BackupState['lastSuccess']>> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removePartialFiles(folder)
  const isEncrypted = hasEncryptionKey(keys)
  const file = await targetFile(folder, isEncrypted)
  const archive = await packArchive(source)
  const manifest = await writeBackup(archive, { file, keys: isEncrypted ? keys : null, signal })
  await removeOldBackups(folder, (await settings.refresh()).backup.keptCount)
  const { size: bytes } = await stat(file)
  return { at: new Date().toISOString(), file: path.basename(file), bytes, problems: manifest.problems }
}

function hasEncryptionKey({ recipient, passphrase }: BackupKeys): boolean {
  return recipient !== null || passphrase !== null
}

async function removePartialFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(partialSuffix) || !backupName.test(name.slice(0, -partialSuffix.length))) continue
    const file = path.join(folder, name)
    const info = await stat(file).catch(() => null)
    if (info !== null && Date.now() - info.mtimeMs > partialFileLifetimeMs) await rm(file, { force: true })
  }
}

async function removeOldBackups(folder: string, keptCount: number): Promise<void> {
  // Sorted from the oldest, since their names contain the time.
  const names = (await readdir(folder)).filter((name) => backupName.test(name)).sort()
  for (const name of names.slice(0, -keptCount)) await rm(path.join(folder, name), { force: true })
}

/** Queues the backup of the schedule if it is due. */
export async function queueDueBackup(
  { database, settings, jobs }: Pick<ServerBackupDeps, 'database' | 'settings'> & { jobs: JobQueue },
  now = new Date(),
): Promise<void> {
  const { backup, timeZone } = await settings.refresh()
  await database.fork().transactional(async (em) => {
    const runs = await readBackupRuns(em)
    if (isBackupDue(backup, { timeZone, now, runs })) await jobs.enqueue(em, 'backup', { startedBy: null })
  })
}

/** Queues a backup that starts at once. @throws AppError conflict while one is queued or running */
export async function startBackup(em: Em, jobs: JobQueue, actor: Actor): Promise<void> {
  await em.transactional(async (tx) => {
    if (await isBackupRunning(tx)) throw new AppError('conflict', 'A backup is already being made')
    await jobs.enqueue(tx, 'backup', { startedBy: actor.admin.username })
    audit(tx, { actor, action: 'backup.started' })
  })
}

/** Returns the state of the server's backups for the admin. */
export async function readBackupState(
  em: Em,
  { target, settings }: Pick<ServerBackupDeps, 'target' | 'settings'>,
): Promise<BackupState> {
  const { backup, timeZone } = await settings.current()
  const runs = await readBackupRuns(em)
  const isRunning = await isBackupRunning(em)
  return {
    folder: target.folder,
    isEncrypted: hasEncryptionKey(target.keys),
    isRunning,
    lastRun: describeLastRun(runs, isRunning),
    lastSuccess: runs?.lastSuccess ?? null,
    nextAt: findScheduledTimes(backup, timeZone, new Date())?.next.toISOString() ?? null,
  }
}

async function isBackupRunning(em: Em): Promise<boolean> {
  const queue = (await readQueueCounts(em)).find((counts) => counts.queue === 'backup')
  return queue !== undefined && queue.waiting + queue.active > 0
}
