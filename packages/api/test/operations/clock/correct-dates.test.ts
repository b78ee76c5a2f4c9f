import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { waitingDates, watchDates, type WaitingDate } from '../../../src/operations/clock/waiting-dates.ts'
import { startJobs } from '../../../src/platform/jobs/boss-queue.ts'
import { createLog } from '../../../src/platform/logging/log.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { newAdmin, newVisitor, payOutside, placeOrder } from '../../../testing/visitor.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
const jobs = await startJobs({ database: app.database, handlers: {}, schedules: [], log: silentLog })
afterAll(async () => {
  await jobs.stop()
  await app.close()
})

const dates = waitingDates({ batchSeconds: 300 })
const log = createLog('silent')
const warn = vi.spyOn(log, 'warn')

/** Corrects the dates as a server does when it starts. */
async function correctDates(): Promise<void> {
  await (await watchDates({ database: app.database, log }, dates)).stop()
}

/** Columns that only tell when something happened, or that people choose. Nothing waits for them. */
const otherDates = [
  'accepted_terms.first_accepted_at',
  'access_token.created_at',
  'access_token.revoked_at',
  'account_link.created_at',
  'account_link.sent_at',
  'admin.created_at',
  'admin.disabled_at',
  'admin.totp_enabled_at',
  'anchor.block_time',
  'anchor.final_at',
  'anchor.included_at',
  'anchor.latest_time',
  'anchor.updated_at',
  'anchor_batch.sealed_at',
  'audit_entry.at',
  'blog_image.created_at',
  'blog_post.created_at',
  'blog_post.deleted_at',
  'blog_post.published_at',
  'blog_post.scheduled_at',
  'blog_post.updated_at',
  'blog_revision.at',
  'blog_slug_redirect.created_at',
  'evm_attempt.signed_at',
  'evm_transaction.created_at',
  'idempotent_request.created_at',
  'legal_version.published_at',
  'money_movement.at',
  'order_event.at',
  'order_mail.canceled_at',
  'order_mail.queued_at',
  'order_mail.sent_at',
  'orders.completed_at',
  'orders.created_at',
  'orders.erased_at',
  'orders.paid_at',
  'orders.start_requested_at',
  'orders.updated_at',
  'ots_stamp.stamped_at',
  'refund.refunded_at',
  'service_price.updated_at',
  'setting_group.changed_at',
  'tsa_token.no_later_than',
  'tsa_token.received_at',
  'tsa_token.token_time',
  'tsa_token.valid_until',
  'webhook_event.handled_at',
]

describe('the dates that something waits for', () => {
  test('are all listed, or said to be of another kind', async () => {
    const columns = await app.database.fork().execute<{ name: string }[]>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type like 'timestamp%' and table_name <> 'mikro_orm_migrations'`,
    )
    const listed = dates
      .map(({ table, column }) => `${table}.${column}`)
      .filter((name) => !name.startsWith('pgboss.'))
    expect(columns.map(({ name }) => name).toSorted()).toEqual(
      [...new Set([...listed, ...otherDates])].toSorted(),
    )
  })

  test('can be read, and are left alone while they are right', async () => {
    await correctDates()
    expect(warn).not.toHaveBeenCalled()
  })
})

/** Dates rows of a column three days ahead, and returns how far ahead they are in seconds after the dates were corrected. */
async function correctedAheadSeconds({
  table,
  column,
  where = sql`true`,
}: Pick<WaitingDate, 'table' | 'column'> & Partial<WaitingDate>): Promise<number[]> {
  const em = app.database.fork()
  const [rowsOf, date] = [sql.table(table), sql.ref(column)]
  await sql`update ${rowsOf} set ${date} = now() + interval '3 days' where ${where}`.execute(em.getKysely())
  await correctDates()
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from ${date} - now())::float8 as seconds from ${rowsOf} where ${where}`.execute(
    em.getKysely(),
  )
  return rows.map(({ seconds }) => seconds)
}

describe('watchDates', () => {
  test('frees an email that a lost worker claimed for days', async () => {
    const visitor = newVisitor(app)
    await payOutside(visitor, admin, await placeOrder(visitor))
    const [claimedFor = Number.NaN] = await correctedAheadSeconds({
      table: 'order_mail',
      column: 'claimed_until',
    })
    expect(claimedFor).toBeGreaterThan(100)
    expect(claimedFor).toBeLessThanOrEqual(180)
    const [leafIn = Number.NaN] = await correctedAheadSeconds({ table: 'proof_leaf', column: 'created_at' })
    expect(leafIn).toBeLessThanOrEqual(0)
  })

  test('lets jobs start, lost jobs be found, and schedules run again', async () => {
    await app.database.fork().transactional(async (em) => {
      await jobs.queue.enqueue(em, 'anchor', {}, { afterSeconds: 60 })
      await jobs.queue.enqueue(em, 'send-mail', { mailId: randomUUID() })
    })
    const waiting = { table: 'pgboss.job', column: 'start_after' }
    for (const [name, longest] of [
      ['anchor', 300],
      ['send-mail', 900],
    ] as const) {
      const [startsIn = Number.NaN] = await correctedAheadSeconds({ ...waiting, where: sql`name = ${name}` })
      expect(startsIn).toBeGreaterThan(longest - 60)
      expect(startsIn).toBeLessThanOrEqual(longest)
    }
    const em = app.database.fork()
    await em.execute("update pgboss.job set state = 'active', started_on = now() where name = 'send-mail'")
    const [heartbeatIn = Number.NaN] = await correctedAheadSeconds({
      table: 'pgboss.job',
      column: 'heartbeat_on',
      where: sql`state = 'active'`,
    })
    expect(heartbeatIn).toBeLessThanOrEqual(0)
    const [scheduleIn = Number.NaN] = await correctedAheadSeconds({
      table: 'pgboss.version',
      column: 'cron_on',
    })
    expect(scheduleIn).toBeLessThanOrEqual(0)
  })

  test('shortens logins, and lets codes of the second factor be used again', async () => {
    const [expiresIn = Number.NaN] = await correctedAheadSeconds({
      table: 'access_token',
      column: 'expires_at',
    })
    expect(expiresIn, 'three days ahead is less than a login lasts').toBeCloseTo(3 * 86_400, -2)
    const em = app.database.fork()
    await em.execute('update admin set totp_step = 9e8')
    await correctDates()
    const rows = await em.execute<{ steps: number }[]>(
      'select totp_step - extract(epoch from now()) / 30 as steps from admin',
    )
    expect(Number(rows[0]?.steps)).toBeLessThanOrEqual(0)
  })
})
