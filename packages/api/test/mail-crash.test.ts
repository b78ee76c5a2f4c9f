import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openPglite, openPostgres, type Database } from '../src/db/orm.ts'
import { startPglite } from '../src/db/pglite.ts'
import { startJobs } from '../src/jobs/boss-queue.ts'
import { smtpTransport } from '../src/mail/mail-transport.ts'
import { sendMailHandler } from '../src/mail/send-mail.ts'
import { Order } from '../src/orders/order-entity.ts'
import { createServerDatabase, testServerUrl } from './database.ts'
import { mailWords, sender, silentLog } from './mail-fixtures.ts'
import { startMailServer } from './mail-server.ts'

const soon = { timeout: 20_000, interval: 50 }
const cleanups: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** A place for a database that outlives the process that uses it. */
async function lastingPlace(): Promise<string> {
  if (testServerUrl !== null) {
    const { url, drop } = await createServerDatabase(testServerUrl)
    cleanups.push(drop)
    return url
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'crash-'))
  cleanups.push(() => rm(folder, { recursive: true }))
  return path.join(folder, 'database')
}

async function openPlace(place: string): Promise<Database> {
  if (testServerUrl !== null) {
    const database = await openPostgres(place)
    cleanups.push(() => database.close())
    return database
  }
  const pglite = await startPglite({ dataDir: place })
  const database = await openPglite(pglite)
  cleanups.push(async () => {
    await database.close()
    await pglite.close()
  })
  return database
}

test('a process that is killed between payment and mail loses nothing: the next one sends it, once', async () => {
  const place = await lastingPlace()
  const script = path.join(import.meta.dirname, 'processes/pay-and-die.ts')
  for (const email of ['first@example.org', 'second@example.org']) {
    const child = spawn(process.execPath, [script, place, email], { stdio: ['ignore', 'inherit', 'inherit'] })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  }

  const server = await startMailServer()
  cleanups.push(() => server.stop())
  const database = await openPlace(place)
  const transport = smtpTransport(server.url, sender)
  const jobs = await startJobs({
    database,
    handlers: { 'send-mail': sendMailHandler({ database, transport, log: silentLog, ...mailWords }) },
    schedules: [],
    log: silentLog,
  })
  cleanups.push(() => jobs.stop())

  await expect
    .poll(() => database.fork().count(Order, { confirmationEmailSent: true, status: 'paid' }), soon)
    .toBe(2)
  expect(server.received.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
    'first@example.org',
    'second@example.org',
  ])
}, 60_000)
