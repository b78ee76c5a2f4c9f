import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { backup, type BackupSchedule, type BackupSettings } from '@priormark/core/settings/groups'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  backupHandler,
  queueDueBackup,
  readBackupState,
  type BackupRuns,
} from '../../../src/operations/backup/server-backups.ts'
import { checkArchive } from '../../../src/operations/backup/read-archive.ts'
import { openBackup } from '../../../src/operations/backup/encryption.ts'
import { removeSetting, writeSetting } from '../../../src/platform/database/setting-service.ts'
import { fixedSettings } from '../../../testing/fixed-settings.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'
import type { SettingsSource } from '../../../src/settings/shop-settings.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { startTestApp, testShop } from '../../../testing/test-app.ts'
import { newAdmin, newVisitor, placeOrder, refusal } from '../../../testing/visitor.ts'

const parent = await mkdtemp(path.join(tmpdir(), 'priormark-backups-'))
const folder = path.join(parent, 'backups')
const noKeys = { passphrase: null, recipient: null, identity: null }
const app = await startTestApp({ backups: { folder, keys: noKeys } })
const { api } = await newAdmin(app)
const { database, storage, settings } = app.parts
afterAll(async () => {
  await app.close()
  await rm(parent, { recursive: true })
})
beforeEach(() => rm(folder, { recursive: true, force: true }))

const run = (parts: Partial<Parameters<typeof backupHandler>[0]> = {}) =>
  backupHandler({
    database,
    storage,
    dataDir: parent,
    target: { folder, keys: noKeys },
    settings,
    log: silentLog,
    ...parts,
  })({ startedBy: 'ada' }, new AbortController().signal, recordedQueue())

const storeRuns = (runs: BackupRuns) => writeSetting(database.fork(), 'backup-runs', JSON.stringify(runs))

async function setBackup(values: Partial<BackupSettings>): Promise<void> {
  const { version, values: saved } = (await api.settings.read()).backup
  await api.settings.backup({ body: { version, values: { ...saved, ...values } } })
}

test('a backup that the admin starts is complete, shown with its place, and in the audit log', async () => {
  await placeOrder(newVisitor(app))
  await api.backups.start()
  expect(app.queued.at(-1)).toMatchObject({ name: 'backup', data: { startedBy: 'admin' } })
  await run()
  const { lastSuccess, lastRun, ...state } = await api.backups.read()
  expect(state).toMatchObject({ folder, isEncrypted: false, isRunning: false, nextAt: null })
  expect(lastRun).toMatchObject({ startedBy: 'ada', result: 'succeeded', failure: null })
  const file = path.join(folder, lastSuccess?.file ?? '')
  expect((await stat(file)).size).toBe(lastSuccess?.bytes)
  expect((await checkArchive(await openBackup(file, noKeys))).files).toHaveLength(1)
  expect((await api.audit.list({ query: { search: 'backup.started' } })).entries).toHaveLength(1)
})

test('a failed backup keeps the last success, leaves no file, and is reported with its reason', async () => {
  await run()
  const before = await api.backups.read()
  const failing = {
    ...storage,
    read: async () => ({ bytes: 3, content: Readable.from([Buffer.from('a')]) }),
  }
  await rm(folder, { recursive: true })
  await run({ storage: failing })
  const after = await api.backups.read()
  expect(after.lastRun).toMatchObject({ result: 'failed', failure: expect.any(String) })
  expect(after.lastSuccess).toEqual(before.lastSuccess)
  expect(await readdir(folder)).toEqual([])
})

test('a backup whose process died is interrupted, and its partial file is no backup and goes later', async () => {
  await run()
  const { lastSuccess } = await api.backups.read()
  const startedAt = new Date().toISOString()
  await storeRuns({ startedAt, startedBy: null, endedAt: null, failure: null, lastSuccess })
  const partial = path.join(folder, 'priormark-2026-11-21T16-48-53.tar.part')
  await writeFile(partial, 'half')
  const { lastRun, ...state } = await readBackupState(database.fork(), {
    target: { folder, keys: noKeys },
    settings,
  })
  expect(lastRun?.result).toBe('interrupted')
  expect(state.lastSuccess).toEqual(lastSuccess)
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000)
  await utimes(partial, hoursAgo, hoursAgo)
  await rm(path.join(folder, lastSuccess?.file ?? ''))
  await run()
  expect(await readdir(folder)).toEqual([expect.stringMatching(/\.tar$/)])
})

test('deletes its own oldest backups beyond the number to keep, and no other file', async () => {
  await setBackup({ schedule: 'daily', keptCount: 2 })
  await run()
  for (const name of [
    'priormark-2026-01-01T00-00-00.tar',
    'priormark-2026-01-02T00-00-00.tar.age',
    'notes.tar',
  ])
    await writeFile(path.join(folder, name), '')
  const { lastSuccess } = await api.backups.read()
  await rm(path.join(folder, lastSuccess?.file ?? ''))
  await run()
  expect(await readdir(folder)).toEqual([
    'notes.tar',
    'priormark-2026-01-02T00-00-00.tar.age',
    expect.stringMatching(/^priormark-/),
  ])
})

test('a second start is rejected while a backup is made', async () => {
  await database
    .fork()
    .execute(`insert into pgboss.job (name, state, policy) values ('backup', 'active', 'exclusive')`)
  expect((await api.backups.read()).isRunning).toBe(true)
  expect(await refusal(api.backups.start())).toMatchObject({ status: 409 })
  await database.fork().execute(`delete from pgboss.job where name = 'backup'`)
})

const noon = new Date('2026-11-25T12:00:00Z')

const settingsWith = (changed: Partial<BackupSettings>, timeZone = 'UTC') =>
  fixedSettings(testShop, { backup: { ...backup.defaults, ...changed }, timeZone })

/** Whether a backup is queued at noon. */
async function isQueued(settings: SettingsSource): Promise<boolean> {
  const jobs = recordedQueue()
  await queueDueBackup({ database, settings, jobs }, noon)
  return jobs.queued.length === 1
}

const runs = (at: string | null, startedAt: string): BackupRuns => ({
  startedAt,
  startedBy: null,
  endedAt: startedAt,
  failure: null,
  lastSuccess: at === null ? null : { at, file: 'a.tar', bytes: 1, problems: [] },
})

test.each<[BackupSchedule, BackupRuns | null, boolean]>([
  ['daily', null, true],
  ['off', null, false],
  ['elsewhere', null, false],
  ['daily', runs('2026-11-25T03:00:10.000Z', '2026-11-25T03:00:00.000Z'), false],
  ['daily', runs('2026-11-24T03:00:10.000Z', '2026-11-24T03:00:00.000Z'), true],
  ['weekly', runs('2026-11-22T03:00:10.000Z', '2026-11-22T03:00:00.000Z'), false],
  ['weekly', runs('2026-11-21T03:00:10.000Z', '2026-11-21T03:00:00.000Z'), true],
  ['daily', runs(null, '2026-11-25T11:30:00.000Z'), false],
  ['daily', runs(null, '2026-11-25T10:30:00.000Z'), true],
])('a %s schedule after the runs %j is due: %s', async (schedule, before, isDue) => {
  await (before === null ? removeSetting(database.fork(), 'backup-runs') : storeRuns(before))
  expect(await isQueued(settingsWith({ schedule, time: '03:00' }))).toBe(isDue)
})

test.each<[Partial<BackupSettings>, string, { last: string; next: string }]>([
  [
    { schedule: 'daily', time: '23:30' },
    'America/New_York',
    { last: '2026-11-25T04:30:00.000Z', next: '2026-11-26T04:30:00.000Z' },
  ],
  [
    { schedule: 'weekly', time: '03:00' },
    'UTC',
    { last: '2026-11-22T03:00:00.000Z', next: '2026-11-29T03:00:00.000Z' },
  ],
])('the schedule %j follows the clock of the time zone %s', async (changed, timeZone, { last, next }) => {
  const scheduled = settingsWith(changed, timeZone)
  await storeRuns(runs(last, last))
  expect(await isQueued(scheduled)).toBe(false)
  const justBefore = new Date(Date.parse(last) - 1).toISOString()
  await storeRuns(runs(justBefore, justBefore))
  expect(await isQueued(scheduled)).toBe(true)
  vi.useFakeTimers({ now: noon, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const target = { folder, keys: noKeys }
  const state = await readBackupState(database.fork(), { target, settings: scheduled })
  expect(state.nextAt).toBe(next)
})

test('a due backup is queued, and health reports a shop without one until it is made', async () => {
  const issue = async () =>
    (await api.monitoring.health()).issues.find(({ kind }) => kind === 'backup_missing')
  await setBackup({ schedule: 'off' })
  expect(await issue()).toMatchObject({ title: 'No backups are scheduled' })
  await setBackup({ schedule: 'daily', time: '00:00' })
  await storeRuns(runs(null, '2026-01-01T00:00:00.000Z'))
  expect(await issue()).toMatchObject({ title: 'No backup has been made yet' })
  const jobs = recordedQueue()
  await queueDueBackup({ database, settings, jobs })
  expect(jobs.queued).toEqual([{ name: 'backup', data: { startedBy: null } }])
  await run()
  expect(await issue()).toBeUndefined()
  await queueDueBackup({ database, settings, jobs })
  expect(jobs.queued).toHaveLength(1)
  await storeRuns(runs('2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'))
  expect(await issue()).toMatchObject({ title: expect.stringMatching(/^The last backup is \d+ days old$/) })
})
