import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openPostgres } from '../../src/operations/database/orm.ts'
import { startJobs } from '../../src/platform/jobs/boss-queue.ts'
import { createLog } from '../../src/platform/logging/log.ts'
import { administrator } from '../../testing/administrator.ts'
import { buildOrder } from '../../testing/builders/order.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { startPostgresProxy } from '../../testing/postgres-proxy.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import type { BenchPostgres } from '../bench-database.ts'
import { cpuMs } from '../process-meter.ts'
import type { Figure, Section } from '../report.ts'
import { markOrderPaid } from '../../src/orders/payments/payment-sync.ts'

/** The figures are for a thousand, computed from fewer, since each costs the same. */
const mails = 1_000
const measuredMails = 300
const goalSeconds = 60

/** Measures how long one process takes to send waiting emails, with notifications of new jobs and with polling only. */
export async function measureMails(postgres: BenchPostgres): Promise<Section> {
  const figures: Figure[] = []
  for (const notifies of [true, false]) {
    const { seconds, cpuSeconds } = await sendAll(postgres, notifies)
    const what = `${mails} emails (from ${measuredMails}), ${notifies ? 'with notifications' : 'only polling'}`
    figures.push(
      { what, value: seconds, unit: 's', goal: { atMost: goalSeconds } },
      { what, value: mails / seconds, unit: 'emails per second' },
      { what, value: cpuSeconds, unit: 's of CPU time in the process' },
    )
  }
  return { title: 'Emails of one process', figures, skipped: [] }
}

async function sendAll(
  postgres: BenchPostgres,
  notifies: boolean,
): Promise<{ seconds: number; cpuSeconds: number }> {
  const url = await postgres.createDatabase(0)
  await payOrders(url)
  const mail = await startMailServer()
  const proxy = await startPostgresProxy(url)
  if (!notifies) proxy.dropNotifications()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'priormark-bench-mails-'))
  const server = await startServerProcess({
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: proxy.url,
    DATA_DIR: dataDir,
    SMTP_URL: mail.url,
    ANCHORS: 'manual',
    ADMIN_USERNAME: administrator.username,
    ADMIN_PASSWORD: administrator.password,
  })
  const arrived = async (count: number) => {
    while (mail.received.length < count) await wait(20)
    return { count: mail.received.length, atMs: performance.now(), cpuMs: cpuMs(server.pid) }
  }
  // The server is ready only after its workers have begun.
  const first = await arrived(1)
  const last = await arrived(measuredMails)
  await server.stop()
  await proxy.close()
  await mail.stop()
  rmSync(dataDir, { recursive: true, force: true })
  const perMail = (fromMs: number, toMs: number) => (toMs - fromMs) / 1_000 / (last.count - first.count)
  return {
    seconds: perMail(first.atMs, last.atMs) * mails,
    cpuSeconds: perMail(first.cpuMs, last.cpuMs) * mails,
  }
}

async function payOrders(url: string): Promise<void> {
  const database = await openPostgres(url)
  const jobs = await startJobs({ database, handlers: {}, schedules: [], log: createLog('warn') })
  for (let n = 0; n < measuredMails; n += 1) {
    await database.fork().transactional(async (em) => {
      const order = buildOrder(em)
      await em.flush()
      await markOrderPaid(em, jobs.queue, order, 'stripe')
    })
  }
  await jobs.stop()
  await database.close()
}
