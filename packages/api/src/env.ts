import path from 'node:path'
import { minPasswordLength } from '@priormark/core/auth/account-endpoints'
import { sampleTrader, type Shop } from '@priormark/core/shop'
import type { AnalyticsAddress } from '@priormark/core/site/site-server'
import * as v from 'valibot'
import { readAnchorsConfig, type AnchorsConfig } from './anchoring/anchors-config.ts'
import type { BackupConfig } from './backup/backup-config.ts'
import { parseTrustedProxies, type TrustedProxies } from './http/client-address.ts'
import type { MailPace } from './mail/mail-transport.ts'
import { readPaymentsConfig, type PaymentsConfig } from './payments/payments-config.ts'
import { readStorageConfig, type StorageConfig } from './storage/storage-config.ts'

/** Everything that is configured, checked. */
export interface Config {
  production: boolean
  host: string
  port: number
  /** Where what must last is kept: database (without a DATABASE_URL), files (without a bucket), outbox. */
  dataDir: string
  databaseUrl: string | null
  /** Past a pooler that runs each transaction on another connection, for what such a pooler cannot do. */
  databaseDirectUrl: string | null
  storage: StorageConfig
  smtpUrl: string | null
  mailPace: MailPace
  mailFrom: string
  payments: PaymentsConfig
  anchors: AnchorsConfig
  shop: Shop
  firstAdmin: { username: string | null; password: string | null }
  fileRetentionDays: number
  /** Where visits are counted, after consent; null where they are not. */
  analytics: AnalyticsAddress | null
  trustedProxies: TrustedProxies
  /** See app.ts. */
  limits: { uploadsAtOnce: number; callsFactor: number }
  /** Seals secrets at rest; null where a key in the database does. */
  encryptionKey: string | null
  /** Whoever has it may read the metrics; null lets this machine alone. */
  metricsToken: string | null
  /** Who gets the daily summary; null where nobody does. */
  summaryEmail: string | null
  logLevel: string
  /** Run by an npm script, whose shell does not pass a SIGTERM on. */
  underNpm: boolean
}

/** The variables are wrong; `problems` has a sentence for each, naming it. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

const projectRoot = path.resolve(import.meta.dirname, '../../..')

const optional = <S extends v.GenericSchema<string, unknown>>(schema: S) =>
  v.optional(v.pipe(v.string(), v.trim(), schema))

const text = (max: number) => v.pipe(v.string(), v.maxLength(max, `must have at most ${max} characters`))

const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`),
    v.transform(Number),
    v.minValue(min, `must be a whole number from ${min} to ${max}`),
    v.maxValue(max, `must be a whole number from ${min} to ${max}`),
  )

const address = (protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => protocols.some((protocol) => value.startsWith(`${protocol}//`)) && URL.canParse(value),
      `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    ),
  )

const Variables = v.object({
  NODE_ENV: optional(
    v.picklist(['production', 'development', 'test'], 'must be production, development or test'),
  ),
  HOST: optional(text(255)),
  PORT: optional(wholeNumber(0, 65_535)),
  DATA_DIR: optional(text(1_000)),
  DATABASE_URL: optional(address(['postgres:', 'postgresql:'])),
  DATABASE_DIRECT_URL: optional(address(['postgres:', 'postgresql:'])),
  SMTP_URL: optional(address(['smtp:', 'smtps:'])),
  MAILS_AT_ONCE: optional(wholeNumber(1, 50)),
  MAILS_PER_SECOND: optional(wholeNumber(1, 1_000)),
  MAIL_FROM: optional(
    v.pipe(v.string(), v.regex(/@/, 'must be an e-mail address, such as Priormark <hello@example.org>')),
  ),
  PUBLIC_URL: optional(
    v.pipe(
      address(['http:', 'https:']),
      v.check(
        (value) => !URL.canParse(value) || new URL(value).origin === value.replace(/\/+$/, ''),
        'must have no path, query or user name',
      ),
    ),
  ),
  SHOP_NAME: optional(text(100)),
  SUPPORT_EMAIL: optional(v.pipe(v.string(), v.email('must be an e-mail address'))),
  TRADING_NAME: optional(text(200)),
  TRADING_ADDRESS: optional(text(500)),
  ADMIN_USERNAME: optional(text(200)),
  ADMIN_PASSWORD: optional(
    v.pipe(v.string(), v.minLength(minPasswordLength, `must have at least ${minPasswordLength} characters`)),
  ),
  ANALYTICS_URL: optional(address(['https:', 'http:'])),
  ANALYTICS_SITE: optional(text(255)),
  FILE_RETENTION_DAYS: optional(wholeNumber(0, 36_500)),
  TRUST_PROXY: optional(
    v.pipe(
      v.string(),
      v.check(
        (value) => parseTrustedProxies(value) !== null,
        'must be 0, a number of balancers up to 9, or addresses such as 10.0.0.0/8,::1',
      ),
    ),
  ),
  UPLOADS_AT_ONCE: optional(wholeNumber(1, 10_000)),
  CALL_LIMITS: optional(wholeNumber(0, 1_000)),
  ENCRYPTION_KEY: optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  METRICS_TOKEN: optional(v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'))),
  SUMMARY_EMAIL: optional(
    v.pipe(
      v.string(),
      v.check(
        (value) => value === 'off' || v.is(v.pipe(v.string(), v.email()), value),
        'must be an e-mail address, or off',
      ),
    ),
  ),
  LOG_LEVEL: optional(
    v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'must be fatal, error, warn, info, debug or silent',
    ),
  ),
})

const BackupVariables = v.object({
  ...v.pick(Variables, ['DATA_DIR', 'DATABASE_URL', 'LOG_LEVEL']).entries,
  BACKUP_PASSPHRASE: optional(v.pipe(v.string(), v.minLength(12, 'must have at least 12 characters'))),
  BACKUP_RECIPIENT: optional(
    v.pipe(v.string(), v.regex(/^age1[a-z0-9]+$/, 'must be an age public key, age1...')),
  ),
  BACKUP_IDENTITY: optional(
    v.pipe(
      v.string(),
      v.regex(/^AGE-SECRET-KEY-\w+-?[A-Z0-9]+$/, 'must be an age secret key, AGE-SECRET-KEY-1...'),
    ),
  ),
})

/** What deploy/priormark.env.example has where a value is to be filled in, and where that is: other programs have places of their own. */
const unfilled = 'CHANGE_ME'
const toFillIn = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'ENCRYPTION_KEY',
  'TRADING_NAME',
  'TRADING_ADDRESS',
  'SUPPORT_EMAIL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
]

const needed = ['PUBLIC_URL', 'TRADING_NAME', 'TRADING_ADDRESS', 'SUPPORT_EMAIL'] as const

/**
 * Reads the environment, once, at start. An empty variable counts as absent.
 * @param laptop `npm start`: no payment keys at all mean the embedded stand-in, and no ANCHORS the embedded chain
 * @throws ConfigError with a sentence for every variable that is wrong
 */
export function readConfig(
  source: Record<string, string | undefined> = process.env,
  { laptop = false }: { laptop?: boolean } = {},
): Config {
  const set = withoutEmpty(source)
  const problems: string[] = []
  const parsed = v.safeParse(Variables, set)
  if (!parsed.success) {
    for (const issue of parsed.issues) problems.push(`${v.getDotPath(issue)} ${issue.message}.`)
  }
  for (const name of toFillIn) {
    if (set[name]?.includes(unfilled)) problems.push(`${name} still says ${unfilled}: fill it in.`)
  }
  const standsIn = laptop && set['NODE_ENV']?.trim() !== 'production'
  const payments = readPaymentsConfig(
    standsIn && set['STRIPE_SECRET_KEY'] === undefined ? { PAYMENTS: 'embedded', ...set } : set,
  )
  if ('problems' in payments) problems.push(...payments.problems)
  const anchors = readAnchorsConfig(standsIn ? { ANCHORS: 'embedded', ...set } : set)
  if ('problems' in anchors) problems.push(...anchors.problems)
  const storage = readStorageConfig(set)
  if ('problems' in storage) problems.push(...storage.problems)
  if (set['NODE_ENV'] === 'production') {
    for (const name of needed) {
      if (set[name] === undefined) problems.push(`${name} must be set when NODE_ENV is production.`)
    }
  }
  if (
    !parsed.success ||
    'problems' in payments ||
    'problems' in anchors ||
    'problems' in storage ||
    problems.length > 0
  ) {
    throw new ConfigError(problems)
  }
  const underNpm = set['npm_lifecycle_event'] !== undefined
  return assemble(parsed.output, { payments, anchors, storage, underNpm })
}

/** Reads what the commands on a shop's data need, which is less than a server. @throws ConfigError */
export function readBackupConfig(source: Record<string, string | undefined> = process.env): BackupConfig {
  const set = withoutEmpty(source)
  const parsed = v.safeParse(BackupVariables, set)
  const storage = readStorageConfig(set)
  const problems = parsed.success
    ? []
    : parsed.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}.`)
  if ('problems' in storage) problems.push(...storage.problems)
  if (!parsed.success || 'problems' in storage) throw new ConfigError(problems)
  const env = parsed.output
  return {
    dataDir: path.resolve(projectRoot, env.DATA_DIR ?? 'var'),
    databaseUrl: env.DATABASE_URL ?? null,
    storage,
    logLevel: env.LOG_LEVEL ?? 'warn',
    keys: {
      passphrase: env.BACKUP_PASSPHRASE ?? null,
      recipient: env.BACKUP_RECIPIENT ?? null,
      identity: env.BACKUP_IDENTITY ?? null,
    },
  }
}

function withoutEmpty(source: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
}

function assemble(
  env: v.InferOutput<typeof Variables>,
  read: Pick<Config, 'payments' | 'anchors' | 'storage' | 'underNpm'>,
): Config {
  const host = env.HOST ?? '127.0.0.1'
  const port = env.PORT ?? 3000
  const supportEmail = env.SUPPORT_EMAIL ?? 'support@priormark.example'
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, '')
  const name = env.SHOP_NAME ?? 'Priormark'
  return {
    production: env.NODE_ENV === 'production',
    host,
    port,
    dataDir: path.resolve(projectRoot, env.DATA_DIR ?? 'var'),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailPace: { atOnce: env.MAILS_AT_ONCE ?? 5, perSecond: env.MAILS_PER_SECOND ?? null },
    mailFrom: env.MAIL_FROM ?? `${name} <${supportEmail}>`,
    ...read,
    shop: {
      name,
      supportEmail,
      tradingName: env.TRADING_NAME ?? sampleTrader,
      tradingAddress: env.TRADING_ADDRESS ?? '1 Example Street, London, United Kingdom',
      publicUrl,
    },
    firstAdmin: { username: env.ADMIN_USERNAME ?? null, password: env.ADMIN_PASSWORD ?? null },
    fileRetentionDays: env.FILE_RETENTION_DAYS ?? 30,
    analytics:
      env.ANALYTICS_URL === undefined
        ? null
        : { url: env.ANALYTICS_URL, site: env.ANALYTICS_SITE ?? new URL(publicUrl).hostname },
    trustedProxies: parseTrustedProxies(env.TRUST_PROXY ?? '0') ?? 'none',
    limits: { uploadsAtOnce: env.UPLOADS_AT_ONCE ?? 50, callsFactor: env.CALL_LIMITS ?? 1 },
    encryptionKey: env.ENCRYPTION_KEY ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    summaryEmail: env.SUMMARY_EMAIL === 'off' ? null : (env.SUMMARY_EMAIL ?? supportEmail),
    logLevel: env.LOG_LEVEL ?? 'info',
  }
}
