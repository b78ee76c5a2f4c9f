import { settingGroups } from '@priormark/core/settings/groups'
import { afterAll, expect, test } from 'vitest'
import { writeSetting } from '../../../src/platform/database/setting-service.ts'
import { openSettings } from '../../../src/settings/shop-settings.ts'
import { Admin } from '../../../src/staff/auth/admin-entity.ts'
import { openingLines, type OpeningFacts } from '../../../src/operations/opening/opening-list.ts'
import { effectiveSettings } from '../../../testing/fixed-settings.ts'
import { startTestApp, testShop } from '../../../testing/test-app.ts'
import { newAdmin } from '../../../testing/visitor.ts'

/** What the environment and the services of the shop are, as if it were started with them. */
const services = {
  publicUrl: 'http://localhost:3000',
  chains: [] as string[],
  payments: { secretKey: '', publishableKey: '', webhookSecret: '' },
  mailHost: '',
}

/** A shop in an empty folder. */
function startEmptyShop() {
  return startTestApp(({ database, settings }) => {
    const read = async () => {
      const { publicUrl, chains } = services
      const { cipher } = settings
      const source = await openSettings({
        database,
        cipher,
        overrides: [],
        publicUrl,
        policyOf: () => ({ kinds: ['evm'], chains }),
      })
      return source.current()
    }
    const readServices = () =>
      effectiveSettings({
        payments: services.payments,
        mailServer: { ...settingGroups.mailServer.defaults, host: services.mailHost },
      })
    return {
      settings: {
        ...settings,
        current: read,
        refresh: read,
        services: async () => readServices(),
        latestServices: readServices,
      },
    }
  })
}

const app = await startEmptyShop()
const { api } = await newAdmin(app)
afterAll(() => app.close())

test('the list names what is missing in an empty folder, and each line is done once its fact is', async () => {
  const missing = async () =>
    (await api.opening.read()).lines.flatMap(({ id, isDone }) => (isDone ? [] : [id]))
  const all = [
    'payments',
    'emails',
    'recording',
    'trader',
    'legal',
    'reviews',
    'https',
    'backups',
    'owner_email',
  ]
  expect(await missing()).toEqual(all)

  const keys = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' }
  services.payments = keys
  expect(await missing(), 'with test keys').toContain('payments')
  services.payments = { ...keys, secretKey: 'sk_live_1', publishableKey: 'pk_live_1' }
  services.chains = ['Ethereum']
  services.publicUrl = 'https://shop.example'
  const { business, shop, backup } = await api.settings.read()
  await api.settings.business({
    body: {
      version: business.version,
      values: {
        ...business.values,
        tradingName: 'Ada Byron',
        tradingAddress: '12 St James’s Square, London',
        supportEmail: 'help@byron.org',
      },
    },
  })
  await api.settings.shop({ body: { version: shop.version, values: { ...shop.values, reviews: [] } } })
  await api.opening.tickLegal()
  await api.settings.backup({
    body: { version: backup.version, values: { ...backup.values, schedule: 'daily' } },
  })
  expect(await missing(), 'before the first backup').toEqual(['emails', 'backups', 'owner_email'])
  services.mailHost = 'smtp.byron.org'
  const em = app.database.fork()
  const at = new Date().toISOString()
  const lastSuccess = { at, file: 'priormark.tar', bytes: 1, problems: [] }
  const runs = { startedAt: at, startedBy: null, endedAt: at, failure: null, lastSuccess }
  await writeSetting(em, 'backup-runs', JSON.stringify(runs))
  await em.nativeUpdate(Admin, { username: 'admin' }, { email: 'ada@byron.org' })
  expect(await missing()).toEqual([])
})

/** A shop with nothing left to do. */
const ready: OpeningFacts = {
  payments: 'live',
  hasMailServer: true,
  policy: { kinds: ['evm', 'opentimestamps'], chains: ['Ethereum', 'Bitcoin'] },
  shop: {
    ...testShop,
    tradingName: 'Ada Byron',
    tradingAddress: '12 St James’s',
    supportEmail: 'help@byron.org',
  },
  hasReadLegal: true,
  areReviewsSamples: false,
  backups: { schedule: 'weekly', hasSucceeded: true },
  ownersWithoutEmail: [],
}

test.each<[string, Partial<OpeningFacts>, string[]]>([
  ['a ready shop', {}, []],
  ['links entered by hand', { policy: { kinds: ['manual'], chains: [] } }, []],
  ['backups by another program', { backups: { schedule: 'elsewhere', hasSucceeded: false } }, []],
  ['emails in files', { hasMailServer: false }, ['emails']],
  ['a support address under .example', { shop: { ...ready.shop, supportEmail: 'a@b.example' } }, ['trader']],
  ['an old backup and no schedule', { backups: { schedule: 'off', hasSucceeded: true } }, ['backups']],
])('of %s, the list has left to do what it should', (_name, facts, ids) => {
  const lines = openingLines({ ...ready, ...facts })
  expect(lines.filter(({ isDone }) => !isDone).map(({ id }) => id)).toEqual(ids)
})

test('the tick of the legal texts is in the audit log once', async () => {
  await api.opening.tickLegal()
  const { lines } = await api.opening.tickLegal()
  expect(lines.find(({ id }) => id === 'legal')?.isDone).toBe(true)
  const { entries } = await api.audit.list({ query: { search: 'settings.legal_read' } })
  expect(entries).toHaveLength(1)
})

test('serves the documents that the list refers to', async () => {
  const { lines, onServer } = await api.opening.read()
  const paths = [...lines.flatMap(({ links }) => links), ...onServer.map(({ link }) => link)]
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/api/'))
  expect(paths.length).toBeGreaterThan(5)
  for (const path of new Set(paths)) expect(await (await fetch(app.url + path)).text()).toMatch(/^# /)
})
