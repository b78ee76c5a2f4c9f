import type { CheckResult, PageLink } from '@priormark/core/platform/check-result'
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { openStripeSetup } from '../../orders/gateway/stripe-setup.ts'
import { openStorage } from '../../platform/storage/open-storage.ts'
import type { BucketConfig } from '../../platform/storage/storage-config.ts'
import type { CheckGroup, Opening } from '@priormark/core/operations/endpoints'
import { ConfigError, type Config } from '../config/env.ts'
import { checkAnchors } from './check-anchors.ts'
import { checkDatabase } from './check-database.ts'
import { checkBackups, checkDataFolder, checkFreeSpace, checkNode, checkPrivate } from './check-machine.ts'
import { checkMail } from './check-mail.ts'
import { checkPublic, checkStripe, checkWebhookEvents } from './check-public.ts'
import { pageLinks } from '../opening/page-links.ts'
import { fine, problem, reasonOf, warning } from '../../platform/check-result.ts'

/** What doctor needs besides the configuration. */
interface ChecksDeps {
  /** The folder of backups that another program makes; null checks those of the server. */
  backups: string | null
  /** Whether to request a time-stamp from each authority, which may cost money. */
  isRequestingTimestamps?: boolean
  /** Null if the server does not run. */
  readOpening: () => Promise<Opening | null>
}

/** How long all checks of one part may take. */
const partTimeoutMs = 45_000

/**
 * Runs the checks of a configuration and of everything it refers to, all at the same time, and yields their results in a fixed order.
 * They write only one file, which they remove.
 */
export async function* runChecks(config: Config, deps: ChecksDeps): AsyncGenerator<CheckGroup> {
  const { payments, storage, publicUrl, isProduction } = config
  // `pageLink` leads to the screen where an owner can fix the problems.
  const part = (name: string, run: () => Promise<CheckResult[]>, pageLink?: PageLink) => ({
    part: name,
    pageLink,
    results: runPart(run),
  })
  const parts = [
    part('Variables', async () => checkVariables(config)),
    part('Machine', () => checkMachine(config.dataDir)),
    part('Database', () =>
      checkDatabase(config.databaseUrl, isProduction, { directUrl: config.databaseDirectUrl }),
    ),
    ...(storage.kind === 's3' ? [part('Files', async () => [await checkBucket(storage)])] : []),
    part(
      'Emails',
      async () => {
        const lines = config.smtpUrl === null ? (await deps.readOpening())?.lines : undefined
        if (lines?.some(({ id, isDone }) => id === 'emails' && isDone) === true)
          return [fine('The mail server is set in the admin. Its checks are under Health there.')]
        return checkMail(config.smtpUrl, isProduction)
      },
      pageLinks.mailServer,
    ),
    part('Recording', () => checkAnchors(config.anchors, deps.isRequestingTimestamps), pageLinks.recording),
    part('Public address', () => checkPublic(config)),
    part(
      'Stripe',
      async () => {
        if (payments.mode !== 'stripe')
          return isProduction ? [] : [fine('Payments use the stand-in, which does not charge anything.')]
        const setup = openStripeSetup(payments.keys.secretKey, publicUrl)
        const checks = await checkStripe(payments.keys, publicUrl)
        return isProduction ? [...checks, await checkWebhookEvents(setup, publicUrl)] : checks
      },
      pageLinks.payments,
    ),
    part('Backups', () => checkBackupFolder(deps.backups, config.backups.folder), pageLinks.backups),
    part('Before you open', async () => checkOpening(await deps.readOpening())),
  ]
  for (const { part: name, pageLink, results } of parts)
    yield {
      part: name,
      results: (await results).map((result) =>
        result.level === 'fine' || pageLink === undefined ? result : { ...result, links: [pageLink] },
      ),
    }
}

/** Returns the results of checks, or that they took too long or failed. */
async function runPart(run: () => Promise<CheckResult[]>): Promise<CheckResult[]> {
  const timeoutProblem = problem(
    `These checks did not finish within ${partTimeoutMs / 1000} seconds.`,
    'Run them again.',
  )
  const timer = new AbortController()
  try {
    return await Promise.race([run(), delay(partTimeoutMs, [timeoutProblem], timer)])
  } catch (error) {
    return [problem(`These checks failed (${reasonOf(error)}).`, 'Read the log of the server.')]
  } finally {
    timer.abort()
  }
}

/** Returns the problems of invalid variables, without which the other checks cannot run. */
export function checkInvalidVariables(error: unknown): CheckGroup[] {
  const problems = error instanceof ConfigError ? error.problems : [reasonOf(error)]
  return [
    {
      part: 'Variables',
      results: problems.map((message) => problem(message, 'Correct it (docs/configuration.md).')),
    },
    { part: 'Machine', results: [checkNode()] },
  ]
}

async function checkMachine(dataDir: string): Promise<CheckResult[]> {
  const folder = await checkDataFolder(dataDir)
  if (folder.level === 'problem') return [checkNode(), folder]
  return [checkNode(), folder, await checkPrivate(dataDir), await checkFreeSpace(dataDir)]
}

/** From this age, in days, the newest backup of the server is a problem. It may make them only once a week. */
const maxServerBackupDays = 9

async function checkBackupFolder(otherFolder: string | null, ownFolder: string): Promise<CheckResult[]> {
  const folder = otherFolder ?? (existsSync(ownFolder) ? ownFolder : null)
  const newest = await (otherFolder === null
    ? checkBackups(folder, maxServerBackupDays)
    : checkBackups(otherFolder))
  const isReadable = folder !== null && newest.level !== 'problem'
  return isReadable ? [newest, await checkPrivate(folder)] : [newest]
}

/** Returns the lines of the list “Before you open”. Open lines are warnings, since a shop that is being tried out has several. */
function checkOpening(opening: Opening | null): CheckResult[] {
  if (opening === null)
    return [warning('Only the running server knows this list.', 'Start the server, then run this again.')]
  return opening.lines.map(({ title, isDone, text, links }) => {
    return isDone ? fine(`${title}: ${text}`) : warning(`${title}: ${text}`, '', links)
  })
}

function checkVariables(config: Config): CheckResult[] {
  const notProduction = warning(
    'NODE_ENV is not production.',
    'Set NODE_ENV=production for real customers. All settings that they need are then required.',
  )
  const noKey = warning(
    'ENCRYPTION_KEY is not set: the key is in the database, so a copy of the database is enough to decrypt the authenticator secrets of administrators and sign the cookies of customers.',
    'Set it to at least 32 random characters (openssl rand -base64 32), and store it separately from the backups.',
  )
  return [
    fine('All variables are valid.'),
    ...(config.isProduction ? [] : [notProduction]),
    ...(config.encryptionKey === null ? [noKey] : []),
  ]
}

/** Checks that the bucket is reachable, exists, and accepts the credentials. Changes nothing. */
export async function checkBucket(storage: BucketConfig): Promise<CheckResult> {
  try {
    await openStorage({ storage, dataDir: '' })
    return fine('The bucket responds.')
  } catch (error) {
    return problem(error instanceof Error ? error.message : String(error), 'Check S3_*.')
  }
}
