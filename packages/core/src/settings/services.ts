import * as v from 'valibot'
import { maxEmailLength } from '../platform/limits.ts'
import { field, group, OptionalEmail, optionalLine, wholeNumber } from './fields.ts'
import { anchorKinds } from './policy/anchor-kind.ts'

/** The start of what the admin shows for a stored secret, because no secret is sent to a browser. */
const secretMark = '••••'

/** Secrets at least this long are shown with their last characters, which help to tell keys apart. */
const minLengthWithEnding = 16

/** Returns what stands for a secret in the admin: '•••• abcd', '••••' for a short one, '' for none. */
export function maskedSecret(secret: string): string {
  if (secret === '') return ''
  return secret.length < minLengthWithEnding ? secretMark : `${secretMark} ${secret.slice(-4)}`
}

/** Whether a value in a change stands for the stored secret, which stays as it is. */
export function isMasked(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(secretMark)
}

/** Describes a masked secret: 'Set, ends in …abcd'. */
export function describeMasked(masked: string): string {
  const ending = masked.slice(secretMark.length).trim()
  return ending === '' ? 'Set' : `Set, ends in …${ending}`
}

/** How the connection to the mail server is encrypted: with STARTTLS, from the start, or if the server offers it. */
const mailSecurities = ['starttls', 'tls', 'optional'] as const

/** The mail server, and the sender of emails. Without a host, emails are written to files. */
export const mailServer = group({
  host: field(
    v.pipe(
      optionalLine(255),
      v.regex(/^[^\s/@?#]*$/, 'Enter the name of the server only, such as smtp.example.org'),
    ),
    '',
    'Mail server',
  ),
  port: field(wholeNumber(1, 65_535), 587, 'Port'),
  security: field(v.picklist(mailSecurities), 'starttls', 'Encryption'),
  user: field(optionalLine(maxEmailLength), '', 'User name'),
  password: field(optionalLine(500), '', 'Password'),
  /** '' is the shop’s name. */
  senderName: field(optionalLine(100), '', 'Sender’s name'),
  /** '' is the support address. */
  senderAddress: field(OptionalEmail, '', 'Sender’s address'),
})
export type MailServerSettings = v.InferOutput<typeof mailServer.schema>

/** What Stripe's keys look like. */
export const stripeKeyShapes = {
  secretKey: { shape: /^(sk|rk)_(test|live)_\w+$/, example: 'sk_live_... or rk_live_...' },
  publishableKey: { shape: /^pk_(test|live)_\w+$/, example: 'pk_live_...' },
  webhookSecret: { shape: /^whsec_\S+$/, example: 'whsec_...' },
} as const

/** Whether one of Stripe's keys moves real money. */
export function isLiveKey(key: string): boolean {
  return key.split('_')[1] === 'live'
}

const stripeKey = (name: keyof typeof stripeKeyShapes) => {
  const { shape, example } = stripeKeyShapes[name]
  return v.pipe(
    optionalLine(500),
    v.check((key) => key === '' || isMasked(key) || shape.test(key), `This does not look like ${example}`),
  )
}

/** Stripe's keys; without them, customers cannot pay, or payments are a test. */
export const payments = group({
  secretKey: field(stripeKey('secretKey'), '', 'Stripe’s secret key'),
  publishableKey: field(stripeKey('publishableKey'), '', 'Stripe’s publishable key'),
  webhookSecret: field(stripeKey('webhookSecret'), '', 'Signing secret of Stripe’s webhook'),
})
export type PaymentsSettings = v.InferOutput<typeof payments.schema>
export const defaultPayments = payments.defaults

/**
 * Where works are recorded. Every field except `kinds` is a text in the form of its environment variable, and the server checks
 * it by the same rules; '' stands for the default.
 */
export const recording = group({
  /** Empty: the kinds that the server was started with. */
  kinds: field(v.array(v.picklist(anchorKinds)), [], 'Where works are recorded'),
  evmChainId: field(optionalLine(20), '', 'Chain id'),
  evmChainName: field(optionalLine(60), '', 'Name of the chain'),
  evmExplorerTx: field(optionalLine(500), '', 'Page of a transaction'),
  /** May contain a provider's secret. */
  evmRpcUrls: field(optionalLine(2_000), '', 'Nodes'),
  evmPrivateKey: field(optionalLine(100), '', 'Private key'),
  evmMaxFeeGwei: field(optionalLine(30), '', 'Highest fee'),
  evmDailyBudget: field(optionalLine(30), '', 'Budget a day'),
  otsCalendars: field(optionalLine(2_000), '', 'Calendars'),
  tsaUrls: field(optionalLine(2_000), '', 'Time-stamping authorities'),
})
export type RecordingSettings = v.InferOutput<typeof recording.schema>
