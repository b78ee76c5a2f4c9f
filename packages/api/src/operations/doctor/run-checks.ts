import type { CheckResult, Place } from '@priormark/core/platform/check-result'
import { access } from 'node:fs/promises'
import { stripeSetup } from '../../orders/gateway/stripe-setup.ts'
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
import { places } from '../places.ts'
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

/** The checks of one part of the configuration. */
interface PartChecks {
  part: string
  /** Where the owner mends what is not fine. */
  place?: Place
  run: () => Promise<CheckResult[]>
}

/** Returns the checks of a configuration and of everything it refers to. They write only one file, and remove it again. */
function partsOf(config: Config, { backups, isRequestingTimestamps, readOpening }: ChecksDeps): PartChecks[] {
  const { payments, storage } = config
  return [
    { part: 'Variables', run: async () => checkVariables(config) },
    { part: 'Machine', run: () => checkMachine(config.dataDir) },
    {
      part: 'Database',
      run: () =>
        checkDatabase(config.databaseUrl, config.production, { directUrl: config.databaseDirectUrl }),
    },
    ...(storage.kind === 's3' ? [{ part: 'Files', run: async () => [await checkBucket(storage)] }] : []),
    {
      part: 'Mail',
      place: places.mailServer,
      run: async () => {
        const lines = config.smtpUrl === null ? (await readOpening())?.lines : undefined
        if (lines?.some(({ id, isDone }) => id === 'emails' && isDone) === true)
          return [fine('The mail server is set in the admin. Its checks are under Health there.')]
        return checkMail(config.smtpUrl, config.production)
      },
    },
    {
      part: 'Anchors',
      place: places.recording,
      run: () => checkAnchors(config.anchors, isRequestingTimestamps),
    },
    { part: 'Public', run: () => checkPublic(config) },
    {
      part: 'Stripe',
      place: places.payments,
      run: async () => {
        const { publicUrl, production } = config
        if (payments.mode !== 'stripe')
          return production ? [] : [fine('Payments use the stand-in, which does not charge anything.')]
        const setup = stripeSetup(payments.keys.secretKey, publicUrl)
        return [
          ...(await checkStripe(payments.keys, publicUrl)),
          ...(production ? [await checkWebhookEvents(setup, publicUrl)] : []),
        ]
      },
    },
    { part: 'Backups', place: places.backups, run: () => checkBackupFolder(backups, config.backups.folder) },
    { part: 'Before you open', run: async () => checkOpening(await readOpening()) },
  ]
}

/** How long the checks of one part may take together, in milliseconds. */
const partTimeoutMs = 45_000

/** Runs all checks at the same time, and yields their results in a fixed order. */
export async function* runChecks(config: Config, deps: ChecksDeps): AsyncGenerator<CheckGroup> {
  const running = partsOf(config, deps).map(({ part, place, run }) => ({ part, place, results: within(run) }))
  for (const { part, place, results } of running)
    yield { part, results: (await results).map((result) => withPlace(result, place)) }
}

function withPlace(result: CheckResult, place: Place | undefined): CheckResult {
  return result.level === 'fine' || place === undefined ? result : { ...result, links: [place] }
}

/** Returns the results of checks, or that they took too long or failed. */
async function within(run: PartChecks['run']): Promise<CheckResult[]> {
  const late = Promise.withResolvers<CheckResult[]>()
  const message = `These checks did not end within ${partTimeoutMs / 1000} seconds.`
  const timer = setTimeout(() => late.resolve([problem(message, 'Run them again.')]), partTimeoutMs)
  try {
    return await Promise.race([run(), late.promise])
  } catch (error) {
    return [problem(`These checks failed (${reasonOf(error)}).`, 'Read the log of the server.')]
  } finally {
    clearTimeout(timer)
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
  const hasOwn = await access(ownFolder).then(
    () => true,
    () => false,
  )
  const folder = given ?? (hasOwn ? ownFolder : null)
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
  const results = [fine('All variables are valid.')]
  if (!config.production) {
    results.push(
      warning(
        'NODE_ENV is not production.',
        'Set NODE_ENV=production for real customers: it makes the settings they depend on mandatory.',
      ),
    )
  }
  if (config.encryptionKey === null) {
    results.push(
      warning(
        'ENCRYPTION_KEY is not set: the key is in the database, so a copy of it is enough to decrypt the authenticator secrets of administrators and sign the cookies of customers.',
        'Set it to at least 32 random characters (openssl rand -base64 32), and store it separately from the backups.',
      ),
    )
  }
  return results
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
