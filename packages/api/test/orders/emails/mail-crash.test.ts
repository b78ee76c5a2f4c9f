import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startJobs } from '../../../src/platform/jobs/boss-queue.ts'
import { smtpTransport } from '../../../src/platform/mail/mail-transport.ts'
import { sendMailHandler } from '../../../src/orders/emails/send-mail.ts'
import { Order } from '../../../src/order-book/order-entity.ts'
import { stablePlace, openPlace } from '../../../testing/stable-place.ts'
import { mailExtras, readSender } from '../../../testing/mail-fixtures.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { startMailServer } from '../../../testing/mail-server.ts'

const cleanups: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

test('after a process is killed between payment and email, the next one sends the email once', async () => {
  const { place, remove } = await stablePlace()
  cleanups.push(remove)
  const script = path.join(import.meta.dirname, '../../../testing/processes/pay-and-die.ts')
  for (const email of ['first@example.org', 'second@example.org']) {
    const child = spawn(process.execPath, [script, place, email], { stdio: ['ignore', 'inherit', 'inherit'] })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  }

  const server = await startMailServer()
  cleanups.push(() => server.stop())
  const database = await openPlace(place)
  cleanups.push(() => database.close())
  const transport = smtpTransport(server.url, readSender)
  cleanups.push(async () => transport.close())
  const jobs = await startJobs({
    database,
    handlers: { 'send-mail': sendMailHandler({ database, transport, log: silentLog, ...mailExtras }) },
    schedules: [],
    log: silentLog,
  })
  cleanups.push(() => jobs.stop())

  await expect
    .poll(() => database.fork().count(Order, { confirmationEmailSent: true, status: 'paid' }))
    .toBe(2)
  expect(server.received.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
    'first@example.org',
    'second@example.org',
  ])
})
