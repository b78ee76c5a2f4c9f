import { BlockList } from 'node:net'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defaultMailTexts } from '@priormark/core/settings/mail-texts'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../../src/operations/config/env.ts'

function problems(source: Record<string, string>, allowsStandIns = true): string[] {
  try {
    readConfig(source, { allowsStandIns })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://priormark.example/',
  TRADING_NAME: 'Ada Lovelace',
  TRADING_ADDRESS: '12 St James’s Square, London',
  SUPPORT_EMAIL: 'help@priormark.example',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

test('defaults in development: port 3000 on loopback, PGlite, outbox, the stand-in', () => {
  const config = readConfig({}, { allowsStandIns: true })
  expect(config).toMatchObject({
    isProduction: false,
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: null,
    smtpUrl: null,
    payments: { mode: 'embedded' },
    publicUrl: 'http://localhost:3000',
    settingOverrides: [],
    firstAdmin: { username: null, password: null },
  })
  expect(path.basename(config.dataDir)).toBe('var')
})

test('starts without any variables: customers cannot pay until there are keys', () => {
  expect(readConfig({}).payments).toEqual({ mode: 'none' })
})

test('accepts no proxies, a number of them, or certain hosts', () => {
  const read = (text: string) => readConfig({ TRUST_PROXY: text }, { allowsStandIns: true }).trustedProxies
  expect([read(''), read('0'), read('1')]).toEqual(['none', 'none', { hops: 1 }])
  expect(read('10.0.0.0/8, ::1')).toEqual({ addresses: expect.any(BlockList) })
})

test('treats an empty variable as absent', () => {
  expect(problems({ PORT: '', DATABASE_URL: ' ', STRIPE_SECRET_KEY: '' })).toEqual([])
})

test.each([
  ['PORT', '0x50'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'postgres//localhost'],
  ['SMTP_URL', 'mail.example.org'],
  ['PUBLIC_URL', 'priormark.example'],
  ['PUBLIC_URL', 'https://priormark.example/shop'],
  ['SUPPORT_EMAIL', 'nobody'],
  ['SHOP_NAME', 'Prior\tmark'],
  ['TRADING_NAME', 'x'.repeat(201)],
  ['TRADING_ADDRESS', '1 Example Street\nLondon'],
  ['DELIVERY_HOURS', '0'],
  ['REPLY_HOURS', '1.5'],
  ['TIME_ZONE', 'Mars/Base'],
  ['SUMMARY_TIME', '25:00'],
  ['SUMMARY_EMAIL', 'nobody'],
  ['ADMIN_PASSWORD', 'eleven char'],
  ['FILE_RETENTION_DAYS', 'month'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['UPLOADS_AT_ONCE', '0'],
  ['UPLOADS_PER_NETWORK', '0'],
  ['UNPAID_FILE_HOURS', '0'],
  ['UNPAID_MB_PER_NETWORK', '0'],
  ['UNPAID_MB_TOTAL', 'much'],
  ['MIN_FREE_DISK_MB', '-1'],
  ['CALL_LIMITS', 'none'],
  ['ADMIN_IDLE_HOURS', '0'],
  ['ENCRYPTION_KEY', 'short'],
  ['NODE_ENV', 'prod'],
  ['LOG_LEVEL', 'loud'],
  ['MAIL_FROM', 'Priormark'],
  ['PAYMENTS', 'cash'],
])('reports %s=%s with a message', (name, value) => {
  const messages = problems({ [name]: value })
  expect(messages).toHaveLength(1)
  expect(messages[0]).toMatch(new RegExp(`^${name}\\b.*\\.$`))
})

test('names the rule of the setting that a variable breaks', () => {
  expect(problems({ TRADING_ADDRESS: '1 Example Street\nLondon', REPLY_HOURS: 'soon' })).toEqual([
    'TRADING_ADDRESS is not valid: use a single line.',
    'REPLY_HOURS is not valid: enter a whole number from 1 to 720.',
  ])
})

test('overrides texts with those of files, checked as in the admin', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'priormark-env-'))
  const write = async (name: string, content: string) => {
    await writeFile(path.join(folder, name), content)
    return path.join(folder, name)
  }
  try {
    const banner = { title: 'Date your work', text: 'Before you share it.', button: 'Begin' }
    const links = { ...defaultMailTexts.links, subject: 'Your works at {shopName}' }
    const { settingOverrides } = readConfig(
      {
        SHOP_TEXTS_FILE: await write('shop.json', JSON.stringify({ banner })),
        MAIL_TEXTS_FILE: await write('mail.json', JSON.stringify({ links })),
      },
      { allowsStandIns: true },
    )
    expect(settingOverrides).toEqual([
      { group: 'shop', field: 'banner', variable: 'SHOP_TEXTS_FILE', value: banner },
      {
        group: 'mail',
        field: 'texts',
        variable: 'MAIL_TEXTS_FILE',
        value: { ...defaultMailTexts, links },
      },
    ])
    const wrong = JSON.stringify({ faq: [{ question: '', answer: 'Yes' }] })
    expect(
      problems({
        SHOP_TEXTS_FILE: await write('wrong.json', wrong),
        MAIL_TEXTS_FILE: path.join(folder, 'missing.json'),
        TERMS_FILE: await write('terms.txt', 'No heading'),
      }),
    ).toEqual([
      'SHOP_TEXTS_FILE is not valid: faq.0.question: enter the question.',
      expect.stringMatching(/^TERMS_FILE is not valid: begin with a heading/),
      'MAIL_TEXTS_FILE must be the path of a file that the server can read, in the right format.',
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('reports all invalid variables at once', () => {
  expect(
    problems({ PORT: 'x', SMTP_URL: 'y', STRIPE_SECRET_KEY: 'sk_live_1' }).length,
  ).toBeGreaterThanOrEqual(4)
})

test('production requires the public address and real payments', () => {
  expect(problems(production, false)).toEqual([])
  expect(readConfig(production).publicUrl).toBe('https://priormark.example')
  const { PUBLIC_URL: _, ...without } = production
  expect(problems(without, false)).toEqual(['PUBLIC_URL must be set when NODE_ENV is production.'])
})

test('overrides settings with the variables that are set', () => {
  const { settingOverrides } = readConfig(
    { TRADING_NAME: 'Ada Lovelace', REPLY_HOURS: '24', TIME_ZONE: 'Europe/London', SUMMARY_EMAIL: 'off' },
    { allowsStandIns: true },
  )
  expect(settingOverrides).toEqual([
    { group: 'business', field: 'tradingName', variable: 'TRADING_NAME', value: 'Ada Lovelace' },
    { group: 'business', field: 'replyHours', variable: 'REPLY_HOURS', value: 24 },
    { group: 'timeZone', field: 'timeZone', variable: 'TIME_ZONE', value: 'Europe/London' },
    { group: 'mail', field: 'summaryIsOn', variable: 'SUMMARY_EMAIL', value: false },
    { group: 'mail', field: 'summaryTo', variable: 'SUMMARY_EMAIL', value: '' },
  ])
})

test('reports each placeholder of the template until it is replaced', () => {
  const template = readFileSync(
    path.resolve(import.meta.dirname, '../../../../../deploy/priormark.env.example'),
    'utf8',
  )
  const lines = Array.from(template.matchAll(/^([A-Z_]+)=(.*)$/gm), ([, name = '', value = '']) => [
    name,
    value,
  ])
  const unfilled = lines.filter(([, value = '']) => value.includes('CHANGE_ME')).map(([name]) => name)
  expect(unfilled).toHaveLength(7)
  const named = problems({ ...Object.fromEntries(lines), NPM_TOKEN: 'CHANGE_ME' }, false)
    .filter((line) => line.includes('fill it in'))
    .map((line) => line.split(' ')[0])
  expect(named).toEqual(unfilled)
})

test('production mode disables the stand-in even with npm start', () => {
  const source = { NODE_ENV: 'production', PUBLIC_URL: 'https://priormark.example' }
  expect(readConfig(source, { allowsStandIns: true }).payments).toEqual({ mode: 'none' })
})
