import * as v from 'valibot'
import { variable } from '../../platform/config/variable.ts'
import { isLiveKey, stripeKeyShapes } from '@priormark/core/settings/services'
import type { StripeKeys } from './payment-gateway.ts'

export const paymentsVariables = {
  STRIPE_SECRET_KEY: variable(v.string(), {
    description:
      'Stripe’s secret key, `sk_live_...` or `rk_live_...`. Set all three Stripe keys, or none and enter them in the admin.',
  }),
  STRIPE_PUBLISHABLE_KEY: variable(v.string(), { description: 'Stripe’s publishable key, `pk_live_...`.' }),
  STRIPE_WEBHOOK_SECRET: variable(v.string(), {
    description:
      'The signing secret of the webhook `PUBLIC_URL/api/webhooks/stripe`, `whsec_...` ([deployment](deployment.md)).',
  }),
  ALLOW_STRIPE_TEST_KEYS: variable(v.string(), {
    default: '`0`',
    description: '`1` lets a staging server use test keys although `NODE_ENV` is `production`.',
  }),
  PAYMENTS: variable(v.string(), {
    default: '`embedded` under `npm start` until there are Stripe keys, otherwise `stripe`',
    description:
      '`embedded` is a stand-in for Stripe that moves no money. The server rejects it in production.',
  }),
}

/** The environment variables about payments. */
export type PaymentsEnv = v.InferInput<v.ObjectSchema<typeof paymentsVariables, undefined>> & {
  NODE_ENV?: string | undefined
}

/** Which provider takes payments. The stand-in generates its own keys when it starts. With 'none', customers cannot pay. */
export type PaymentsConfig = { mode: 'stripe'; keys: StripeKeys } | { mode: 'embedded' } | { mode: 'none' }

/** Problems with the variables, one message each, naming the variable. */
interface PaymentsProblems {
  problems: string[]
}

const keyNames = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const
type KeyName = (typeof keyNames)[number]

/** The field of the settings that each variable sets. */
export const keyFields = {
  STRIPE_SECRET_KEY: 'secretKey',
  STRIPE_PUBLISHABLE_KEY: 'publishableKey',
  STRIPE_WEBHOOK_SECRET: 'webhookSecret',
} as const satisfies Record<KeyName, keyof StripeKeys>

/** Chooses the payment provider by the environment alone, or returns problems. A missing key never selects the stand-in. */
export function readPaymentsConfig(env: PaymentsEnv): PaymentsConfig | PaymentsProblems {
  const isProduction = env.NODE_ENV === 'production'
  const configuredKeys = keyNames.filter((name) => readKey(env, name) !== '')
  const mode = env.PAYMENTS?.trim() ?? ''
  if (mode !== '' && mode !== 'embedded' && mode !== 'stripe') {
    return { problems: [`PAYMENTS is '${mode}': it can be 'stripe' or 'embedded'.`] }
  }
  if (mode === 'embedded') return readEmbedded(isProduction, configuredKeys)
  if (configuredKeys.length > 0) return readStripe(env, configuredKeys)
  return { mode: 'none' }
}

function readEmbedded(isProduction: boolean, configuredKeys: KeyName[]): PaymentsConfig | PaymentsProblems {
  const problems: string[] = []
  if (isProduction)
    problems.push('PAYMENTS=embedded takes no money, so it is not allowed when NODE_ENV=production.')
  if (configuredKeys.length > 0) {
    problems.push(
      `PAYMENTS=embedded and ${configuredKeys.join(', ')} exclude each other: remove one or the other.`,
    )
  }
  return problems.length > 0 ? { problems } : { mode: 'embedded' }
}

function readStripe(env: PaymentsEnv, configuredKeys: KeyName[]): PaymentsConfig | PaymentsProblems {
  const setNames = `${configuredKeys.join(', ')} ${configuredKeys.length > 1 ? 'are' : 'is'}`
  const missingNames = keyNames.filter((name) => !configuredKeys.includes(name))
  const problems = missingNames.map((name) => `${name} is not set, but ${setNames}: set all three.`)
  for (const name of configuredKeys) {
    const { shape, example } = stripeKeyShapes[keyFields[name]]
    if (!shape.test(readKey(env, name))) problems.push(`${name} does not look like ${example}`)
  }
  if (problems.length > 0) return { problems }

  const keys = {
    secretKey: readKey(env, 'STRIPE_SECRET_KEY'),
    publishableKey: readKey(env, 'STRIPE_PUBLISHABLE_KEY'),
    webhookSecret: readKey(env, 'STRIPE_WEBHOOK_SECRET'),
  }
  if (isLiveKey(keys.secretKey) !== isLiveKey(keys.publishableKey)) {
    problems.push(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes: one is test, one is live.',
    )
  } else if (!isLiveKey(keys.secretKey) && !allowsTestKeys(env)) {
    problems.push(
      'STRIPE_SECRET_KEY is a test key, so customers would not really pay. For a staging server set ALLOW_STRIPE_TEST_KEYS=1.',
    )
  }
  return problems.length > 0 ? { problems } : { mode: 'stripe', keys }
}

function readKey(env: PaymentsEnv, name: KeyName): string {
  return env[name]?.trim() ?? ''
}

/** Whether keys that move no money are accepted. */
export function allowsTestKeys({ NODE_ENV, ALLOW_STRIPE_TEST_KEYS }: PaymentsEnv): boolean {
  return NODE_ENV !== 'production' || ALLOW_STRIPE_TEST_KEYS?.trim() === '1'
}
