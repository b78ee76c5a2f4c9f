import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startPostViewCounter } from '../../src/blog/post-view-counter.ts'
import { sendDueSummary } from '../../src/operations/monitoring/daily-summary.ts'
import { readMonths, readPeriods } from '../../src/orders/overview/overview-service.ts'
import { buildMovement } from '../../testing/builders/money-movement.ts'
import { buildOrder } from '../../testing/builders/order.ts'
import { fixedSettings } from '../../testing/fixed-settings.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { startTestApp, testShop, type TestApp } from '../../testing/test-app.ts'
import { newAdmin, type Visitor } from '../../testing/visitor.ts'
import { publishPost } from '../blog/blog-fixtures.ts'

let app: TestApp
let admin: Visitor
beforeAll(async () => {
  app = await startTestApp()
  admin = await newAdmin(app)
  const { timeZone } = await admin.api.settings.read()
  const values = { timeZone: 'America/New_York' }
  await admin.api.settings.timeZone({ body: { version: timeZone.version, values } })
  const em = app.database.fork()
  // In New York, still the evening of October 31 before.
  const at = new Date('2026-11-01T02:30:00.000Z')
  const paid = { status: 'paid', paymentConfirmed: true, paymentState: 'paid', paidAt: at } as const
  const order = buildOrder(em, { ...paid, createdAt: at, projectName: 'On Halloween' })
  buildMovement(em, order, { kind: 'payment', amountCents: 897, at })
  await em.flush()
})
afterAll(() => app.close())

test('everyone who is logged in learns the time zone of the shop', async () => {
  expect(await admin.api.auth.ping()).toMatchObject({ timeZone: 'America/New_York' })
})

test('lists and their counts filter by the days of the shop', async () => {
  const on = (day: string) => ({ query: { tab: 'all', from: day, to: day } }) as const
  expect(await admin.api.orders.list(on('2026-10-31'))).toHaveLength(1)
  expect(await admin.api.orders.list(on('2026-11-01'))).toEqual([])
  expect((await admin.api.orders.counts(on('2026-10-31'))).all).toBe('1')
})

test('the overview counts days and months of the shop', async () => {
  const now = new Date('2026-11-01T03:00:00.000Z')
  const em = app.database.fork()
  const [today] = await readPeriods(em, now, 'America/New_York')
  expect(today).toMatchObject({ days: 1, ordered: 1 })
  expect((await readPeriods(em, now, 'Asia/Tokyo'))[0]).toMatchObject({ ordered: 1 })
  const months = await readMonths(em, new Date('2026-11-20T12:00:00.000Z'), 'America/New_York')
  expect(months.slice(-2)).toMatchObject([
    { month: '2026-10', income: 8.97 },
    { month: '2026-11', income: 0 },
  ])
})

test('views of posts are counted by the days of the shop', async () => {
  const { id } = await publishPost(admin)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T03:30:00Z') })
  try {
    const readTimeZone = async () => 'America/New_York'
    const counter = startPostViewCounter({ database: app.database, readTimeZone, log: silentLog })
    counter.count(id, {
      method: 'GET',
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' },
    })
    await counter.close()
    const { days } = await admin.api.blog.views({ params: { id } })
    expect(days.at(-1)).toEqual({ day: '2026-11-23', views: 1 })
  } finally {
    vi.useRealTimers()
  }
})

test('the CSV file has times in the shop’s time zone', async () => {
  const response = await fetch(`${app.url}/api/admin/orders.csv?tab=all`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(await response.text()).toContain('"2026-10-31 22:30"')
})

test('the summary is sent after its time in the shop’s time zone, once a day, and not if it is off', async () => {
  const sent: string[] = []
  const deps = {
    database: app.database,
    findHealthIssues: app.parts.monitoring.findHealthIssues,
    transport: { send: async ({ subject }: { subject: string }) => void sent.push(subject) },
  }
  const summary = { isOn: true, to: 'owner@example.org', minuteOfDay: 7 * 60 }
  const zone = { timeZone: 'America/New_York' }
  const settings = fixedSettings(testShop, { ...zone, summary })
  const off = fixedSettings(testShop, { ...zone, summary: { ...summary, isOn: false } })
  const at = (time: string) => new Date(`2026-11-20T${time}:00.000Z`)
  expect(await sendDueSummary({ ...deps, settings }, at('11:59'))).toBe(false)
  expect(await sendDueSummary({ ...deps, settings: off }, at('12:00'))).toBe(false)
  expect(await sendDueSummary({ ...deps, settings }, at('18:00'))).toBe(false)
  expect(await sendDueSummary({ ...deps, settings }, at('12:00'))).toBe(true)
  expect(await sendDueSummary({ ...deps, settings }, at('12:10'))).toBe(false)
  expect(sent).toEqual([expect.stringContaining(' on Nov 20, 2026: ')])
})

test('a summary that is due shortly before midnight is sent after it, for the day before', async () => {
  const sent: string[] = []
  const deps = {
    database: app.database,
    findHealthIssues: app.parts.monitoring.findHealthIssues,
    transport: { send: async ({ subject }: { subject: string }) => void sent.push(subject) },
    settings: fixedSettings(testShop, {
      timeZone: 'UTC',
      summary: { isOn: true, to: 'owner@example.org', minuteOfDay: 23 * 60 + 55 },
    }),
  }
  expect(await sendDueSummary(deps, new Date('2026-11-21T23:50:00.000Z'))).toBe(false)
  expect(await sendDueSummary(deps, new Date('2026-11-22T00:00:00.000Z'))).toBe(true)
  expect(await sendDueSummary(deps, new Date('2026-11-22T00:10:00.000Z'))).toBe(false)
  expect(await sendDueSummary(deps, new Date('2026-11-23T00:00:00.000Z'))).toBe(true)
  expect(sent).toEqual([
    expect.stringContaining(' on Nov 21, 2026: '),
    expect.stringContaining(' on Nov 22, 2026: '),
  ])
})
