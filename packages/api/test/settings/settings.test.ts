import { ApiError } from '@priormark/core/platform/http/api-error'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSettings } from '../../src/settings/shop-settings.ts'
import { uploadQuota } from '../../src/orders/uploads/upload-admission.ts'
import { createSecretCipher } from '../../src/staff/auth/secret-cipher.ts'
import { respondWithStatus, startHttpStandIn } from '../../testing/http-stand-in.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { newAdmin, newVisitor, placeOrder, type Visitor } from '../../testing/visitor.ts'

const cipher = createSecretCipher('the key of the shop')

let app: TestApp
let admin: Visitor
beforeEach(async () => {
  app = await startTestApp()
  admin = await newAdmin(app)
})
afterEach(() => app.close())

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (failure: unknown) => failure,
  )
  if (error instanceof ApiError) return error
  throw new Error('The call did not fail as expected', { cause: error })
}

/** Reads what the database has of a group. */
async function storedValue(name: string): Promise<unknown> {
  const [row] = await app.database
    .fork()
    .execute<{ value: unknown }[]>('select value from setting_group where name = ?', [name])
  return row?.value
}

describe('settings', () => {
  test('have defaults, and store only what differs from them', async () => {
    const { business } = await admin.api.settings.read()
    expect(business).toMatchObject({ version: 0, changedBy: null, values: { name: 'Priormark' } })
    const values = { ...business.values, supportEmail: 'help@example.org' }
    const changed = await admin.api.settings.business({ body: { version: 0, values } })
    expect(changed).toMatchObject({ version: 1, changedBy: 'admin', values })
    expect(await storedValue('business')).toEqual({ supportEmail: 'help@example.org' })

    await admin.api.settings.business({ body: { version: 1, values: business.values } })
    expect(await storedValue('business')).toEqual({})
  })

  test('name the changed fields with their former and new values in the audit log, and nothing where nothing changed', async () => {
    const { business } = await admin.api.settings.read()
    const values = { ...business.values, name: 'Proofs & Co', deliveryHours: 24 }
    await admin.api.settings.business({ body: { version: 0, values } })
    await admin.api.settings.business({ body: { version: 1, values } })
    const { entries } = await admin.api.audit.list({ query: { topic: 'price' } })
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ['settings.changed', 'Shop name: “Priormark” to “Proofs & Co”; Delivery promise: “48” to “24”'],
    ])
  })

  test('let only one of two administrators change the same version', async () => {
    const { business } = await admin.api.settings.read()
    const results = await Promise.allSettled(
      ['A', 'B'].map((name) =>
        admin.api.settings.business({ body: { version: 0, values: { ...business.values, name } } }),
      ),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const stale = await failureOf(
      admin.api.settings.business({ body: { version: 0, values: business.values } }),
    )
    expect(stale).toMatchObject({ status: 412, code: 'version_conflict' })
    expect(stale.serverMessage).toContain('admin changed these settings')
  })

  test('reject bad values at their fields', async () => {
    const { business, timeZone } = await admin.api.settings.read()
    const values = { ...business.values, name: ' ', supportEmail: 'nobody', deliveryHours: 0.5 }
    const failure = await failureOf(admin.api.settings.business({ body: { version: 0, values } }))
    expect(Object.keys(failure.fields).sort()).toEqual([
      'values.deliveryHours',
      'values.name',
      'values.supportEmail',
    ])
    const zone = await failureOf(
      admin.api.settings.timeZone({ body: { version: timeZone.version, values: { timeZone: 'Mars/Base' } } }),
    )
    expect(zone.fields['values.timeZone']?.[0]).toContain('Choose a time zone')
  })

  test('apply at once to documents and orders, and in another process within a second', async () => {
    const other = await openSettings({
      database: app.database,
      cipher,
      overrides: [],
      publicUrl: 'https://priormark.example',
      policyOf: () => ({ kinds: ['manual'], chains: [] }),
    })
    const { business } = await admin.api.settings.read()
    const values = { ...business.values, name: 'Proofs & Co', deliveryHours: 24 }
    await admin.api.settings.business({ body: { version: 0, values } })
    expect((await admin.api.about.read()).name).toBe('Proofs & Co')
    expect(await other.refresh()).toMatchObject({ shop: { name: 'Proofs & Co' } })

    const orderId = await placeOrder(newVisitor(app))
    const [order] = await app.database
      .fork()
      .execute<{ hours: number }[]>('select delivery_hours as hours from orders where id = ?', [orderId])
    expect(order?.hours).toBe(24)
  })
})

test('the upload limits and the analytics address apply at once', async () => {
  const own = await startTestApp(({ settings }) => ({
    readUploadQuota: async () => uploadQuota((await settings.current()).data),
  }))
  try {
    const owner = await newAdmin(own)
    const { data } = await owner.api.settings.read()
    const change = (version: number, changed: Partial<typeof data.values>) =>
      owner.api.settings.data({ body: { version, values: { ...data.values, ...changed } } })
    const upload = () => newVisitor(own).upload(new Uint8Array(1_100_000))
    const policyOf = async () =>
      (await fetch(`${own.url}/api/service-price`)).headers.get('content-security-policy')
    const readPrivacy = async () =>
      JSON.stringify(await owner.api.pageTexts.legal({ params: { document: 'privacy' } }))
    expect(await policyOf()).not.toContain('stats.example')

    await change(0, { unpaidMbTotal: 1, analyticsUrl: 'https://stats.example/api/event' })
    await expect(upload()).rejects.toMatchObject({ code: 'storage_full' })
    expect(await policyOf()).toContain("connect-src 'self' https://stats.example;")
    expect(await readPrivacy()).toContain('stats.example')

    await change(1, {})
    await upload()
    expect(await policyOf()).not.toContain('stats.example')
    const refused = await failureOf(change(2, { analyticsUrl: 'stats.example', minFreeDiskMb: -1 }))
    expect(Object.keys(refused.fields)).toEqual(['values.minFreeDiskMb', 'values.analyticsUrl'])
  } finally {
    await own.close()
  }
})

test('the analytics get a test event before the address is saved', async () => {
  const events: unknown[] = []
  const server = await startHttpStandIn(async (_request, response, body) => {
    events.push(JSON.parse(body.toString()))
    response.writeHead(202, events.length === 1 ? {} : { 'x-plausible-dropped': '1' }).end()
  })
  try {
    const { values, version } = (await admin.api.settings.read()).data
    const check = async (analyticsUrl: string) => {
      const body = { version, values: { ...values, analyticsUrl, analyticsSite: 'shop.example' } }
      const { checks } = await admin.api.services.testAnalytics({ body })
      return checks.map(({ level, message, remedy }) => `${level}: ${message} ${remedy}`.trim())
    }
    const { host } = new URL(server.url)
    expect(await check('')).toEqual(['warning: Visits are not counted: there is no address. Enter one.'])
    expect(await check(`${server.url}/api/event`)).toEqual([
      `fine: ${host} accepted an event with the name “test” for the site shop.example.`,
    ])
    expect(events).toMatchObject([{ name: 'test', domain: 'shop.example' }])
    expect(await check(`${server.url}/api/event`)).toEqual([
      `warning: ${host} dropped the test event. Check that it has a site with the name shop.example. It may also drop events sent by a server: then open your site and see whether the visit is counted.`,
    ])
    server.fault = respondWithStatus(404)
    expect(await check(server.url)).toEqual([
      `problem: ${host} responds with the status 404. Check the address. Plausible’s is https://plausible.io/api/event.`,
    ])
    expect(await failureOf(check('stats.example'))).toMatchObject({
      fields: { 'values.analyticsUrl': expect.any(Array) },
    })
  } finally {
    await server.close()
  }
})

test('a legal text of a file is a version with its date, which starts do not repeat, and no other can be published', async () => {
  const open = (value: string) =>
    openSettings({
      database: app.database,
      cipher,
      overrides: [{ group: 'legal', field: 'terms', variable: 'TERMS_FILE', value }],
      publicUrl: 'https://priormark.example',
      policyOf: () => ({ kinds: ['manual'], chains: [] }),
    })
  const text = '## Terms of the file\n\nBe kind.'
  const [settings] = await Promise.all([open(text), open(text)])
  await app.database
    .fork()
    .execute(`update legal_version set published_at = '2026-10-01T12:00:00Z' where document = 'terms'`)
  await open(text)
  await settings.refresh()
  const own = await startTestApp({ settings }, { database: app.database })
  try {
    const owner = await newAdmin(own)
    const params = { document: 'terms' } as const
    expect(await owner.api.pageTexts.legal({ params })).toMatchObject({
      lastUpdated: 'October 1, 2026',
      sections: [{ title: 'Terms of the file' }],
    })
    expect(await owner.api.legal.list({ params })).toMatchObject({
      variable: 'TERMS_FILE',
      versions: [{ number: 2, text, publishedBy: 'TERMS_FILE' }],
    })
    await open('## Other terms\n\nBe kinder.')
    expect((await owner.api.legal.list({ params })).versions.map(({ number }) => number)).toEqual([3, 2])
    const publish = owner.api.legal.publish({ params, body: { basedOn: 3, text: '## A\n\nB' } })
    expect(await failureOf(publish)).toMatchObject({ status: 409 })
    expect((await owner.api.legal.list({ params: { document: 'privacy' } })).variable).toBeNull()
  } finally {
    await own.close()
  }
})

test('a setting of an environment variable is shown as such, and cannot be changed', async () => {
  const settings = await openSettings({
    database: app.database,
    cipher,
    overrides: [{ group: 'business', field: 'tradingName', variable: 'TRADING_NAME', value: 'Ada Ltd' }],
    publicUrl: 'https://priormark.example',
    policyOf: () => ({ kinds: ['manual'], chains: [] }),
  })
  const own = await startTestApp({ settings }, { database: app.database })
  try {
    const owner = await newAdmin(own)
    const { business } = await owner.api.settings.read()
    expect(business).toMatchObject({
      values: { tradingName: 'Ada Ltd' },
      variables: { tradingName: 'TRADING_NAME' },
    })
    const values = { ...business.values, tradingName: 'Someone else', name: 'Proofs & Co' }
    const changed = await owner.api.settings.business({ body: { version: 0, values } })
    expect(changed.values).toMatchObject({ tradingName: 'Ada Ltd', name: 'Proofs & Co' })
    expect(await storedValue('business')).toEqual({ name: 'Proofs & Co' })
  } finally {
    await own.close()
  }
})
