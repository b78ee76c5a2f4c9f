import { expect, test } from 'vitest'
import { readPaymentsConfig, type PaymentsSettings } from '../../src/payments/payments-config.ts'

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

test('live keys are taken in production', () => {
  expect(readPaymentsConfig({ ...liveKeys, NODE_ENV: 'production' })).toEqual({
    mode: 'stripe',
    keys: { secretKey: 'sk_live_1', publishableKey: 'pk_live_1', webhookSecret: 'whsec_1' },
  })
})

test('a restricted key is as good as a secret one', () => {
  const settings = { ...liveKeys, STRIPE_SECRET_KEY: 'rk_live_1', NODE_ENV: 'production' }
  expect(readPaymentsConfig(settings)).toMatchObject({ mode: 'stripe' })
})

test('test keys are taken outside of production, and in production when that is asked for', () => {
  expect(readPaymentsConfig(testKeys)).toMatchObject({ mode: 'stripe' })
  const staging = { ...testKeys, NODE_ENV: 'production', ALLOW_STRIPE_TEST_KEYS: '1' }
  expect(readPaymentsConfig(staging)).toMatchObject({ mode: 'stripe' })
})

test('embedded is taken outside of production', () => {
  expect(readPaymentsConfig({ PAYMENTS: 'embedded' })).toEqual({ mode: 'embedded' })
})

test.each<[string, PaymentsSettings, RegExp]>([
  ['nothing', {}, /STRIPE_SECRET_KEY.*PAYMENTS=embedded/],
  ['nothing in production', { NODE_ENV: 'production' }, /STRIPE_SECRET_KEY.*nobody can pay/],
  ['embedded in production', { NODE_ENV: 'production', PAYMENTS: 'embedded' }, /PAYMENTS=embedded.*refused/],
  ['embedded beside keys', { ...testKeys, PAYMENTS: 'embedded' }, /PAYMENTS=embedded and STRIPE_SECRET_KEY/],
  ['a wrong mode', { ...testKeys, PAYMENTS: 'free' }, /PAYMENTS is 'free'/],
  ['one key', { STRIPE_SECRET_KEY: 'sk_test_1' }, /STRIPE_PUBLISHABLE_KEY is not set/],
  ['an empty key', { ...testKeys, STRIPE_WEBHOOK_SECRET: ' ' }, /STRIPE_WEBHOOK_SECRET is not set/],
  ['keys of two modes', { ...testKeys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, /different modes/],
  ['test keys in production', { ...testKeys, NODE_ENV: 'production' }, /STRIPE_SECRET_KEY is a test key/],
  ['swapped keys', { ...testKeys, STRIPE_SECRET_KEY: 'pk_test_1' }, /STRIPE_SECRET_KEY does not look like/],
  [
    'a wrong secret',
    { ...testKeys, STRIPE_WEBHOOK_SECRET: 'abc' },
    /STRIPE_WEBHOOK_SECRET does not look like/,
  ],
])('%s is refused with a sentence that names the variable', (_, settings, sentence) => {
  const config = readPaymentsConfig(settings)
  expect('problems' in config ? config.problems.join('\n') : '').toMatch(sentence)
})
