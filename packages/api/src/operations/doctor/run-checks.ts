import { openStorage } from '../../platform/storage/open-storage.ts'
import type { BucketConfig } from '../../platform/storage/storage-config.ts'
import { ConfigError, readConfig, type Config } from '../config/env.ts'
import { checkAnchors } from './check-anchors.ts'
import { checkDatabase } from './check-database.ts'
import { checkBackups, checkDataFolder, checkFreeSpace, checkNode, checkPrivate } from './check-machine.ts'
import { checkMail } from './check-mail.ts'
import { checkPublic } from './check-public.ts'
import { checkWebhookEvents } from './check-webhook-events.ts'
import { fine, problem, reasonOf, warning, type CheckResult } from './check-result.ts'

/** The results about one part of the configuration, for a heading and its lines. */
interface CheckGroup {
  part: string
  results: CheckResult[]
}

/** Checks a configuration and everything it refers to. Writes only one file, and removes it again. */
export async function* runChecks({
  environment,
  backups,
}: {
  /** The environment variables; by default those of the process. */
  environment?: Record<string, string | undefined>
  /** The folder of the backups; null if none is given. */
  backups: string | null
}): AsyncGenerator<CheckGroup> {
  let config: Config
  try {
    config = readConfig(environment)
  } catch (error) {
    const problems = error instanceof ConfigError ? error.problems : [reasonOf(error)]
    yield {
      part: 'Variables',
      results: problems.map((message) => problem(message, 'Correct it (docs/configuration.md).')),
    }
    yield { part: 'Machine', results: [checkNode()] }
    return
  }
  yield { part: 'Variables', results: checkVariables(config) }
  const folder = await checkDataFolder(config.dataDir)
  yield {
    part: 'Machine',
    results: [
      checkNode(),
      folder,
      ...(folder.level === 'problem'
        ? []
        : [await checkPrivate(config.dataDir), await checkFreeSpace(config.dataDir)]),
    ],
  }
  yield {
    part: 'Database',
    results: await checkDatabase(config.databaseUrl, config.production, {
      directUrl: config.databaseDirectUrl,
    }),
  }
  if (config.storage.kind === 's3') yield { part: 'Files', results: [await checkBucket(config.storage)] }
  yield { part: 'Mail', results: await checkMail(config.smtpUrl, config.production) }
  yield { part: 'Anchors', results: await checkAnchors(config.anchors) }
  yield { part: 'Public', results: await checkPublic(config) }
  if (config.payments.mode === 'stripe' && config.production)
    yield { part: 'Stripe', results: [await checkWebhookEvents(config.payments.keys, config.publicUrl)] }
  const newest = await checkBackups(backups)
  const isReadable = backups !== null && newest.level !== 'problem'
  yield { part: 'Backups', results: [newest, ...(isReadable ? [await checkPrivate(backups)] : [])] }
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
