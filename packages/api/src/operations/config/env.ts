import path from 'node:path'
import { trimEndOf } from '@priormark/core/platform/trim-end'
import * as v from 'valibot'
import { readAnchorsConfig } from '../../proofs/anchoring/anchors-config.ts'
import type { BackupConfig } from '../backup/make-backup.ts'
import type { BackupKeys } from '../backup/encryption.ts'
import {
  adminVariables,
  backupVariables,
  dataVariables,
  mailVariables,
  monitoringVariables,
  serverVariables,
} from './server-variables.ts'
import { docsOf } from '../../platform/config/variable.ts'
import { parseTrustedProxies } from '../../platform/http/client-address.ts'
import {
  allowsTestKeys,
  paymentsVariables,
  readPaymentsConfig,
} from '../../orders/gateway/payments-config.ts'
import { settingOverrides, settingVariables } from '../../settings/setting-variables.ts'
import type { RecordingVariables } from '../../proofs/anchors/recording-variables.ts'
import { withPrivateKeyOfFile } from '../../proofs/anchors/evm/evm-config.ts'
import { mailOverrides, paymentOverrides, recordingOverrides } from './service-overrides.ts'
import { readStorageConfig } from '../../platform/storage/storage-config.ts'

/** The validated configuration. */
export type Config = ReturnType<typeof readConfig>

/** The variables are invalid; `problems` has one message for each, which names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

const projectRoot = path.resolve(import.meta.dirname, '../../../../..')

const Variables = v.object({
  ...serverVariables,
  ...dataVariables,
  ...mailVariables,
  ...settingVariables,
  ...adminVariables,
  ...monitoringVariables,
  ...backupVariables,
})

const BackupVariables = v.object({
  DATA_DIR: dataVariables.DATA_DIR,
  DATABASE_URL: dataVariables.DATABASE_URL,
  LOG_LEVEL: monitoringVariables.LOG_LEVEL,
  ...backupVariables,
})

/** The placeholder in deploy/priormark.env.example. Variables of other programs are not checked. */
const placeholder = 'CHANGE_ME'

const requiredInProduction = Object.entries(Variables.entries)
  .filter(([, schema]) => docsOf(schema).isRequiredInProduction)
  .map(([name]) => name)

/**
 * Reads the environment once at start. Empty variables count as absent.
 * @param allowsStandIns set by `npm start`: without payment keys the embedded stand-in is used, and without ANCHORS the embedded
 * chain
 * @throws ConfigError with a message for every invalid variable
 */
export function readConfig(
  source: Record<string, string | undefined> = process.env,
  { allowsStandIns = false }: { allowsStandIns?: boolean } = {},
) {
  const problems: string[] = []
  const variables = withPrivateKeyOfFile(withoutEmpty(source), problems)
  const parsed = v.safeParse(Variables, variables)
  problems.push(...describeIssues(parsed))
  for (const name of Object.keys({ ...Variables.entries, ...paymentsVariables })) {
    if (variables[name]?.includes(placeholder))
      problems.push(`${name} still says ${placeholder}: fill it in.`)
  }
  const usesStandIns = allowsStandIns && variables['NODE_ENV']?.trim() !== 'production'
  const payments = readPaymentsConfig(
    usesStandIns && variables['STRIPE_SECRET_KEY'] === undefined
      ? { PAYMENTS: 'embedded', ...variables }
      : variables,
  )
  if ('problems' in payments) problems.push(...payments.problems)
  const readAnchors = (stored: RecordingVariables) =>
    readAnchorsConfig({ ...(usesStandIns ? { ANCHORS: 'embedded' } : {}), ...stored, ...variables })
  const anchors = readAnchors({})
  if ('problems' in anchors) problems.push(...anchors.problems)
  const storage = readStorageConfig(variables)
  if ('problems' in storage) problems.push(...storage.problems)
  if (variables['NODE_ENV'] === 'production') {
    for (const name of requiredInProduction) {
      if (variables[name] === undefined) problems.push(`${name} must be set when NODE_ENV is production.`)
    }
  }
  const isInvalid = 'problems' in payments || 'problems' in anchors || 'problems' in storage
  if (!parsed.success || isInvalid || problems.length > 0) throw new ConfigError(problems)
  const env = parsed.output
  const dataDir = path.resolve(projectRoot, env.DATA_DIR)
  return {
    isProduction: env.NODE_ENV === 'production',
    host: env.HOST,
    port: env.PORT,
    /** The folder of durable data: the database (without DATABASE_URL), files (without a bucket), the outbox. */
    dataDir,
    backups: {
      folder: path.resolve(projectRoot, env.BACKUP_FOLDER ?? path.join(dataDir, 'backups')),
      keys: backupKeys(env),
    },
    databaseUrl: env.DATABASE_URL ?? null,
    /** The address without the pooler, for what a pooler in transaction mode does not support, such as LISTEN. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
    /** The process ends after every connection to the database has been stuck for this long (failover-pool.ts). */
    databaseStuckSeconds: env.DATABASE_STUCK_SECONDS,
    /** Null leaves it to the settings. */
    smtpUrl: env.SMTP_URL ?? null,
    mailLimits: { atOnce: env.MAILS_AT_ONCE, perSecond: env.MAILS_PER_SECOND ?? null },
    /** Null leaves it to the settings. */
    mailFrom: env.MAIL_FROM ?? null,
    /** How payments are taken unless the settings have Stripe’s keys. */
    payments,
    anchors,
    /** Reads where works are recorded from the variables and, where no variable is set, from the stored settings. */
    readAnchors,
    storage,
    /** Whether an npm script started the process: its shell does not forward SIGTERM. */
    isUnderNpm: variables['npm_lifecycle_event'] !== undefined,
    /** Whether Stripe’s test keys, which move no money, are accepted. */
    acceptsTestKeys: allowsTestKeys(variables),
    /** The site’s public origin, without a slash at the end. */
    publicUrl: trimEndOf(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`, '/'),
    firstAdmin: { username: env.ADMIN_USERNAME ?? null, password: env.ADMIN_PASSWORD ?? null },
    /** A login expires after this many hours without a call. */
    adminIdleHours: env.ADMIN_IDLE_HOURS,
    trustedProxies: parseTrustedProxies(env.TRUST_PROXY) ?? 'none',
    limits: {
      maxConcurrentUploads: env.UPLOADS_AT_ONCE,
      /** How many of them one client may have. Wider networks may have a multiple; see `networksOf`. */
      uploadsPerNetwork: env.UPLOADS_PER_NETWORK,
      /** Multiplies the limits of calls; 0 turns them off. */
      rateLimitFactor: env.CALL_LIMITS,
    },
    /** Encrypts secrets at rest; null uses a key in the database. */
    encryptionKey: env.ENCRYPTION_KEY ?? null,
    /** The token to read the metrics; null allows only this machine. */
    metricsToken: env.METRICS_TOKEN ?? null,
    logLevel: env.LOG_LEVEL,
    /** The shop’s settings that variables override. */
    settingOverrides: [
      ...settingOverrides(env),
      ...mailOverrides(env.SMTP_URL, env.MAIL_FROM),
      ...paymentOverrides(payments, variables['PAYMENTS']?.trim()),
      ...recordingOverrides(variables),
    ],
  }
}

/** Reads the variables that the commands for a shop's data need, such as backup and restore. @throws ConfigError */
export function readBackupConfig(source: Record<string, string | undefined> = process.env): BackupConfig {
  const variables = withoutEmpty(source)
  const parsed = v.safeParse(BackupVariables, variables)
  const storage = readStorageConfig(variables)
  const problems = describeIssues(parsed)
  if ('problems' in storage) problems.push(...storage.problems)
  if (!parsed.success || 'problems' in storage) throw new ConfigError(problems)
  const env = parsed.output
  return {
    dataDir: path.resolve(projectRoot, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    storage,
    // Commands log less than the server.
    logLevel: variables['LOG_LEVEL'] === undefined ? 'warn' : env.LOG_LEVEL,
    keys: backupKeys(env),
  }
}

function describeIssues({ issues }: v.SafeParseResult<v.GenericSchema>): string[] {
  return (issues ?? []).map((issue) => `${v.getDotPath(issue)} ${issue.message}.`)
}

function backupKeys(env: v.InferOutput<v.ObjectSchema<typeof backupVariables, undefined>>): BackupKeys {
  return {
    passphrase: env.BACKUP_PASSPHRASE ?? null,
    recipient: env.BACKUP_RECIPIENT ?? null,
    identity: env.BACKUP_IDENTITY ?? null,
  }
}

function withoutEmpty(source: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
}
