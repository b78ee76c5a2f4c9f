import * as v from 'valibot'
import { variable } from '../../platform/config/variable.ts'
import type { StripeKeys } from './payment-gateway.ts'

export const paymentsVariables = {
  STRIPE_SECRET_KEY: variable(v.string(), {
    description: 'Stripe’s secret key, `sk_live_...` or `rk_live_...`. Set all three Stripe keys or none.',
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
    default: '`embedded` under `npm start` without Stripe keys, otherwise `stripe`',
    description:
      '`embedded` is a stand-in for Stripe that moves no money. The server rejects it in production.',
  }),
}

/** The settings as given in the environment. */
export type PaymentsSettings = v.InferInput<v.ObjectSchema<typeof paymentsVariables, undefined>> & {
  NODE_ENV?: string | undefined
}

/** Which provider takes payments. The stand-in generates its own keys when it starts. */
export type PaymentsConfig = { mode: 'stripe'; keys: StripeKeys } | { mode: 'embedded' }

/** Problems with the settings, one message each, naming the variable. */
interface PaymentsProblems {
  problems: string[]
}

const keyShapes = {
  STRIPE_SECRET_KEY: { shape: /^(sk|rk)_(test|live)_\w+$/, example: 'sk_live_... or rk_live_...' },
  STRIPE_PUBLISHABLE_KEY: { shape: /^pk_(test|live)_\w+$/, example: 'pk_live_...' },
  STRIPE_WEBHOOK_SECRET: { shape: /^whsec_\S+$/, example: 'whsec_...' },
} as const

type KeyName = keyof typeof keyShapes
const keyNames = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

/** Chooses the payment provider, or returns problems: a missing setting must never lead to unpaid orders. */
export function readPaymentsConfig(settings: PaymentsSettings): PaymentsConfig | PaymentsProblems {
  const isProduction = settings.NODE_ENV === 'production'
  const given = keyNames.filter((name) => keyOf(settings, name) !== '')
  const mode = settings.PAYMENTS?.trim() ?? ''
  if (mode !== '' && mode !== 'embedded' && mode !== 'stripe') {
    return { problems: [`PAYMENTS is '${mode}': it can be 'stripe' or 'embedded'.`] }
  }
  if (mode === 'embedded') return readEmbedded(isProduction, given)
  if (given.length > 0) return readStripe(settings, isProduction, given)
  const all = keyNames.join(', ')
  return {
    problems: [
      isProduction || mode === 'stripe'
        ? `${all} are not set: without them customers cannot pay.`
        : `${all} are not set. Set them, or PAYMENTS=embedded for test payments on this machine (npm start does that).`,
    ],
  }
}

function readEmbedded(isProduction: boolean, given: KeyName[]): PaymentsConfig | PaymentsProblems {
  const problems: string[] = []
  if (isProduction)
    problems.push('PAYMENTS=embedded takes no money, so it is not allowed when NODE_ENV=production.')
  if (given.length > 0) {
    problems.push(`PAYMENTS=embedded and ${given.join(', ')} exclude each other: remove one or the other.`)
  }
  return problems.length > 0 ? { problems } : { mode: 'embedded' }
}

function readStripe(
  settings: PaymentsSettings,
  isProduction: boolean,
  given: KeyName[],
): PaymentsConfig | PaymentsProblems {
  const problems = keyNames
    .filter((name) => !given.includes(name))
    .map(
      (name) =>
        `${name} is not set, but ${given.join(', ')} ${given.length > 1 ? 'are' : 'is'}: set all three.`,
    )
  for (const name of given) {
    const { shape, example } = keyShapes[name]
    if (!shape.test(keyOf(settings, name))) problems.push(`${name} does not look like ${example}`)
  }
  if (problems.length > 0) return { problems }

  const keys = {
    secretKey: keyOf(settings, 'STRIPE_SECRET_KEY'),
    publishableKey: keyOf(settings, 'STRIPE_PUBLISHABLE_KEY'),
    webhookSecret: keyOf(settings, 'STRIPE_WEBHOOK_SECRET'),
  }
  if (isLive(keys.secretKey) !== isLive(keys.publishableKey)) {
    problems.push(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes: one is test, one is live.',
    )
  } else if (isProduction && !isLive(keys.secretKey) && settings.ALLOW_STRIPE_TEST_KEYS?.trim() !== '1') {
    problems.push(
      'STRIPE_SECRET_KEY is a test key, so customers would not really pay. For a staging server set ALLOW_STRIPE_TEST_KEYS=1.',
    )
  }
  return problems.length > 0 ? { problems } : { mode: 'stripe', keys }
}

function keyOf(settings: PaymentsSettings, name: KeyName): string {
  return settings[name]?.trim() ?? ''
}

function isLive(key: string): boolean {
  return key.split('_')[1] === 'live'
}
