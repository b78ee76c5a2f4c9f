import * as v from 'valibot'
import { maxEmailLength } from '../platform/limits.ts'
import { optionalLine, wholeNumber } from './fields.ts'
import { anchorKinds } from './policy/anchor-kind.ts'

/** How a stored secret begins where it is shown: no secret is sent to a browser. */
const secretMark = '••••'

/** Secrets at least this long are shown with their last characters, which help to tell keys apart. */
const minLengthWithEnding = 16

/** Returns what stands for a secret in the admin: '•••• abcd', '••••' for a short one, '' for none. */
export function maskedSecret(secret: string): string {
  if (secret === '') return ''
  return secret.length < minLengthWithEnding ? secretMark : `${secretMark} ${secret.slice(-4)}`
}

/** Whether a value stands for the stored secret, which stays as it is. */
export function isMasked(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(secretMark)
}

/** Describes a masked secret: 'Set, ends in …abcd'. */
export function describeMasked(masked: string): string {
  const ending = masked.slice(secretMark.length).trim()
  return ending === '' ? 'Set' : `Set, ends in …${ending}`
}

/** A secret: '' for none. In a change, a masked one keeps what is stored. */
const secret = (maxLength: number) => optionalLine(maxLength)

/** How the connection to the mail server is encrypted: with STARTTLS, from the start, or if the server offers it. */
const mailSecurities = ['starttls', 'tls', 'optional'] as const

/** The mail server, and who sends. Without a host, emails are written to files. */
export const MailServerSettings = v.object({
  host: v.pipe(
    optionalLine(255),
    v.regex(/^[^\s/@?#]*$/, 'Enter the name of the server only, such as smtp.example.org'),
  ),
  port: wholeNumber(1, 65_535),
  security: v.picklist(mailSecurities),
  user: optionalLine(maxEmailLength),
  password: secret(500),
  /** '' is the shop’s name. */
  senderName: optionalLine(100),
  /** '' is the support address. */
  senderAddress: v.pipe(
    optionalLine(maxEmailLength),
    v.check(
      (address) => address === '' || v.is(v.pipe(v.string(), v.email()), address),
      'Enter an email address, or leave it empty',
    ),
  ),
})
export type MailServerSettings = v.InferOutput<typeof MailServerSettings>

export const defaultMailServer: MailServerSettings = {
  host: '',
  port: 587,
  security: 'starttls',
  user: '',
  password: '',
  senderName: '',
  senderAddress: '',
}

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
    secret(500),
    v.check((key) => key === '' || isMasked(key) || shape.test(key), `This does not look like ${example}`),
  )
}

/** Stripe's keys; without them, customers cannot pay, or payments are a test. */
export const PaymentsSettings = v.object({
  secretKey: stripeKey('secretKey'),
  publishableKey: stripeKey('publishableKey'),
  webhookSecret: stripeKey('webhookSecret'),
})
export type PaymentsSettings = v.InferOutput<typeof PaymentsSettings>

export const defaultPayments: PaymentsSettings = { secretKey: '', publishableKey: '', webhookSecret: '' }

/**
 * Where works are recorded. Every field is a text as its environment variable has it, and the server checks it by the same rules; ''
 * is the default.
 */
export const RecordingSettings = v.object({
  /** Empty: as the server was started. */
  kinds: v.array(v.picklist(anchorKinds)),
  evmChainId: optionalLine(20),
  evmChainName: optionalLine(60),
  evmExplorerTx: optionalLine(500),
  /** May contain a provider's secret. */
  evmRpcUrls: secret(2_000),
  evmPrivateKey: secret(100),
  evmMaxFeeGwei: optionalLine(30),
  evmDailyBudget: optionalLine(30),
  otsCalendars: optionalLine(2_000),
  tsaUrls: optionalLine(2_000),
})
export type RecordingSettings = v.InferOutput<typeof RecordingSettings>

export const defaultRecording: RecordingSettings = {
  kinds: [],
  evmChainId: '',
  evmChainName: '',
  evmExplorerTx: '',
  evmRpcUrls: '',
  evmPrivateKey: '',
  evmMaxFeeGwei: '',
  evmDailyBudget: '',
  otsCalendars: '',
  tsaUrls: '',
}
