import type { CheckResult, Place } from '@priormark/core/platform/check-result'
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { openStripeSetup } from '../../orders/gateway/stripe-setup.ts'
import { openStorage } from '../../platform/storage/open-storage.ts'
import type { BucketConfig } from '../../platform/storage/storage-config.ts'
import type { CheckGroup } from '@priormark/core/operations/endpoints'
import type { Opening } from '@priormark/core/operations/opening/endpoints'
import { ConfigError, type Config } from '../config/env.ts'
import { checkAnchors } from './check-anchors.ts'
import { checkDatabase } from './check-database.ts'
import { checkBackups, checkDataFolder, checkFreeSpace, checkNode, checkPrivate } from './check-machine.ts'
import { checkMail } from './check-mail.ts'
import { checkPublic, checkStripe, checkWebhookEvents } from './check-public.ts'
import { places } from '../opening/places.ts'
import { fine, problem, reasonOf, warning } from '../../platform/check-result.ts'

/** What the doctor needs besides the configuration. */
interface ChecksDeps {
  /** The folder of backups that another program makes; null checks those of the server. */
  backups: string | null
  /** Whether each time-stamping authority is to sign something. */
  isRequestingTimestamps?: boolean
  /** Null if the server does not run. */
  readOpening: () => Promise<Opening | null>
}

/** How long the checks of one part may take together, in milliseconds. */
const partTimeoutMs = 45_000

/**
 * Runs the checks of a configuration and of everything it refers to, all at the same time, and yields their results in a fixed order.
 * They write only one file, and remove it again.
 */
export async function* runChecks(config: Config, deps: ChecksDeps): AsyncGenerator<CheckGroup> {
  const { payments, storage, publicUrl, production } = config
  // `place`: where the owner mends what is not fine.
  const part = (name: string, run: () => Promise<CheckResult[]>, place?: Place) => ({
    part: name,
    place,
    results: resultsOf(run),
  })
  const running = [
    part('Variables', async () => checkVariables(config)),
    part('Machine', () => checkMachine(config.dataDir)),
    part('Database', () =>
      checkDatabase(config.databaseUrl, production, { directUrl: config.databaseDirectUrl }),
    ),
    ...(storage.kind === 's3' ? [part('Files', async () => [await checkBucket(storage)])] : []),
    part(
      'Mail',
      async () => {
        const lines = config.smtpUrl === null ? (await deps.readOpening())?.lines : undefined
        if (lines?.some(({ id, isDone }) => id === 'emails' && isDone) === true)
          return [fine('The mail server is set in the admin. Its checks are under Health there.')]
        return checkMail(config.smtpUrl, production)
      },
      places.mailServer,
    ),
    part('Anchors', () => checkAnchors(config.anchors, deps.isRequestingTimestamps), places.recording),
    part('Public', () => checkPublic(config)),
    part(
      'Stripe',
      async () => {
        if (payments.mode !== 'stripe')
          return production ? [] : [fine('Payments use the stand-in, which does not charge anything.')]
        const setup = openStripeSetup(payments.keys.secretKey, publicUrl)
        const checks = await checkStripe(payments.keys, publicUrl)
        return production ? [...checks, await checkWebhookEvents(setup, publicUrl)] : checks
      },
      places.payments,
    ),
    part('Backups', () => checkBackupFolder(deps.backups, config.backups.folder), places.backups),
    part('Before you open', async () => checkOpening(await deps.readOpening())),
  ]
  for (const { part: name, place, results } of running)
    yield { part: name, results: (await results).map((result) => withPlace(result, place)) }
}

function withPlace(result: CheckResult, place: Place | undefined): CheckResult {
  return result.level === 'fine' || place === undefined ? result : { ...result, links: [place] }
}

/** Returns the results of checks, or that they took too long or failed. */
async function resultsOf(run: () => Promise<CheckResult[]>): Promise<CheckResult[]> {
  const late = problem(`These checks did not end within ${partTimeoutMs / 1000} seconds.`, 'Run them again.')
  const timer = new AbortController()
  try {
    return await Promise.race([run(), delay(partTimeoutMs, [late], timer)])
  } catch (error) {
    return [problem(`These checks failed (${reasonOf(error)}).`, 'Read the log of the server.')]
  } finally {
    timer.abort()
  }
}

/** Returns what is wrong with the variables, when the others cannot be checked. */
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

/** The age of the newest backup that is a problem, in days, if the server makes them: possibly once a week. */
const maxServerBackupDays = 9

async function checkBackupFolder(given: string | null, ownFolder: string): Promise<CheckResult[]> {
  const folder = given ?? (existsSync(ownFolder) ? ownFolder : null)
  const newest = await (given === null ? checkBackups(folder, maxServerBackupDays) : checkBackups(given))
  const isReadable = folder !== null && newest.level !== 'problem'
  return isReadable ? [newest, await checkPrivate(folder)] : [newest]
}

/** Returns the lines of the list “Before you open”. What is not done is a warning: a shop that tries things out has several. */
function checkOpening(opening: Opening | null): CheckResult[] {
  if (opening === null)
    return [warning('This list is known to the running server only.', 'Start it, then run this again.')]
  return opening.lines.map(({ title, isDone, text, links }) => {
    return isDone ? fine(`${title}: ${text}`) : warning(`${title}: ${text}`, '', links)
  })
}

function checkVariables(config: Config): CheckResult[] {
  const notProduction = warning(
    'NODE_ENV is not production.',
    'Set NODE_ENV=production for real customers: it makes the settings they depend on mandatory.',
  )
  const noKey = warning(
    'ENCRYPTION_KEY is not set: the key is in the database, so a copy of it is enough to decrypt the authenticator secrets of administrators and sign the cookies of customers.',
    'Set it to at least 32 random characters (openssl rand -base64 32), and store it separately from the backups.',
  )
  return [
    fine('All variables are valid.'),
    ...(config.production ? [] : [notProduction]),
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
