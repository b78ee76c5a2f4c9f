import { expect, test } from 'vitest'
import { readPaymentsConfig, type PaymentsEnv } from '../../../src/orders/gateway/payments-config.ts'

const testKeys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const liveKeys = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

test('accepts live keys in production', () => {
  expect(readPaymentsConfig({ ...liveKeys, NODE_ENV: 'production' })).toEqual({
    mode: 'stripe',
    keys: { secretKey: 'sk_live_1', publishableKey: 'pk_live_1', webhookSecret: 'whsec_1' },
  })
})

test('accepts a restricted key instead of a secret one', () => {
  const settings = { ...liveKeys, STRIPE_SECRET_KEY: 'rk_live_1', NODE_ENV: 'production' }
  expect(readPaymentsConfig(settings)).toMatchObject({ mode: 'stripe' })
})

test('accepts test keys outside production, and in production if allowed explicitly', () => {
  expect(readPaymentsConfig(testKeys)).toMatchObject({ mode: 'stripe' })
  const staging = { ...testKeys, NODE_ENV: 'production', ALLOW_STRIPE_TEST_KEYS: ' 1 ' }
  expect(readPaymentsConfig(staging)).toMatchObject({ mode: 'stripe' })
})

test('accepts embedded payments outside production', () => {
  expect(readPaymentsConfig({ PAYMENTS: 'embedded' })).toEqual({ mode: 'embedded' })
})

test.each([
  ['a key with spaces around it', ' sk_live_1 ', 'sk_live_1'],
  ['a key of several parts', 'sk_live_1_2', 'sk_live_1_2'],
])('accepts %s', (_title, given, secretKey) => {
  const settings = { ...liveKeys, STRIPE_SECRET_KEY: given, PAYMENTS: ' stripe ', NODE_ENV: 'production' }
  expect(readPaymentsConfig(settings)).toMatchObject({ mode: 'stripe', keys: { secretKey } })
})

const all = 'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET'

test.each([{}, { NODE_ENV: 'production' }, { PAYMENTS: 'stripe' }])(
  'without keys, customers cannot pay until the settings have some: %j',
  (settings) => {
    expect(readPaymentsConfig(settings)).toEqual({ mode: 'none' })
  },
)

test.each<[title: string, settings: PaymentsEnv, problems: string[]]>([
  [
    'embedded in production',
    { NODE_ENV: 'production', PAYMENTS: 'embedded' },
    ['PAYMENTS=embedded takes no money, so it is not allowed when NODE_ENV=production.'],
  ],
  [
    'embedded and keys',
    { ...testKeys, PAYMENTS: 'embedded' },
    [`PAYMENTS=embedded and ${all} exclude each other: remove one or the other.`],
  ],
  [
    'a wrong mode',
    { ...testKeys, PAYMENTS: 'free' },
    ["PAYMENTS is 'free': it can be 'stripe' or 'embedded'."],
  ],
  [
    'one key',
    { STRIPE_SECRET_KEY: 'sk_test_1' },
    [
      'STRIPE_PUBLISHABLE_KEY is not set, but STRIPE_SECRET_KEY is: set all three.',
      'STRIPE_WEBHOOK_SECRET is not set, but STRIPE_SECRET_KEY is: set all three.',
    ],
  ],
  [
    'one live key',
    { STRIPE_SECRET_KEY: 'sk_live_1' },
    [
      'STRIPE_PUBLISHABLE_KEY is not set, but STRIPE_SECRET_KEY is: set all three.',
      'STRIPE_WEBHOOK_SECRET is not set, but STRIPE_SECRET_KEY is: set all three.',
    ],
  ],
  [
    'an empty key',
    { ...testKeys, STRIPE_WEBHOOK_SECRET: ' ' },
    ['STRIPE_WEBHOOK_SECRET is not set, but STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY are: set all three.'],
  ],
  [
    'keys of two modes',
    { ...testKeys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
    ['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes: one is test, one is live.'],
  ],
  [
    'test keys in production',
    { ...testKeys, NODE_ENV: 'production' },
    [
      'STRIPE_SECRET_KEY is a test key, so customers would not really pay. For a staging server set ALLOW_STRIPE_TEST_KEYS=1.',
    ],
  ],
  [
    'swapped keys',
    { ...testKeys, STRIPE_SECRET_KEY: 'pk_test_1', STRIPE_PUBLISHABLE_KEY: 'sk_test_1' },
    [
      'STRIPE_SECRET_KEY does not look like sk_live_... or rk_live_...',
      'STRIPE_PUBLISHABLE_KEY does not look like pk_live_...',
    ],
  ],
  [
    'a wrong secret',
    { ...testKeys, STRIPE_WEBHOOK_SECRET: 'abc' },
    ['STRIPE_WEBHOOK_SECRET does not look like whsec_...'],
  ],
  [
    'a secret with a space in it',
    { ...testKeys, STRIPE_WEBHOOK_SECRET: 'whsec_1 2' },
    ['STRIPE_WEBHOOK_SECRET does not look like whsec_...'],
  ],
  [
    'keys with something before or after them',
    { ...testKeys, STRIPE_SECRET_KEY: 'Xsk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1!' },
    [
      'STRIPE_SECRET_KEY does not look like sk_live_... or rk_live_...',
      'STRIPE_PUBLISHABLE_KEY does not look like pk_live_...',
    ],
  ],
])('rejects %s with messages that name the variables', (_title, settings, problems) => {
  expect(readPaymentsConfig(settings)).toEqual({ problems })
})
