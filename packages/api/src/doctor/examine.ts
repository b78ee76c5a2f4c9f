import { ConfigError, readConfig, type Config } from '../env.ts'
import { checkAnchors } from './check-anchors.ts'
import { checkDatabase } from './check-database.ts'
import { checkBucket } from './check-files.ts'
import { checkBackups, checkDataFolder, checkFreeSpace, checkNode } from './check-machine.ts'
import { checkMail } from './check-mail.ts'
import { checkPublic } from './check-public.ts'
import { fine, problem, reasonOf, warning, type Finding } from './finding.ts'

/** Everything about one part, for a heading and its lines. */
export interface Examined {
  part: string
  findings: Finding[]
}

/** Looks at a configuration and everything that it names, part by part. Changes nothing but a file that it removes again. */
export async function* examine({
  environment,
  backups,
}: {
  /** The variables; those of the process, where none are given. */
  environment?: Record<string, string | undefined>
  /** The folder of the backups; null where nobody said. */
  backups: string | null
}): AsyncGenerator<Examined> {
  let config: Config
  try {
    config = readConfig(environment)
  } catch (error) {
    const problems = error instanceof ConfigError ? error.problems : [reasonOf(error)]
    yield {
      part: 'Variables',
      findings: problems.map((sentence) => problem(sentence, 'Set it right (docs/configuration.md).')),
    }
    yield { part: 'Machine', findings: [checkNode()] }
    return
  }
  yield { part: 'Variables', findings: checkVariables(config) }
  const folder = await checkDataFolder(config.dataDir)
  yield {
    part: 'Machine',
    findings: [
      checkNode(),
      folder,
      ...(folder.level === 'problem' ? [] : [await checkFreeSpace(config.dataDir)]),
    ],
  }
  yield { part: 'Database', findings: await checkDatabase(config.databaseUrl, config.production) }
  if (config.storage.kind === 's3') yield { part: 'Files', findings: [await checkBucket(config.storage)] }
  yield { part: 'Mail', findings: await checkMail(config.smtpUrl, config.production) }
  yield { part: 'Anchors', findings: await checkAnchors(config.anchors) }
  yield { part: 'Public', findings: await checkPublic(config) }
  yield { part: 'Backups', findings: [await checkBackups(backups)] }
}

function checkVariables(config: Config): Finding[] {
  const found = [fine('Every variable can be read.')]
  if (!config.production) {
    found.push(
      warning(
        'NODE_ENV is not production.',
        'Set NODE_ENV=production where customers come: it demands what they need.',
      ),
    )
  }
  if (config.encryptionKey === null) {
    found.push(
      warning(
        'ENCRYPTION_KEY is not set: its key lies in the database, and who gets a copy can open the second factors of administrators and sign the cookies of customers.',
        'Set it to 32 random characters or more (openssl rand -base64 32), and keep it apart from the backups.',
      ),
    )
  }
  return found
}
