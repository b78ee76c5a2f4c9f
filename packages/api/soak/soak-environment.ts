import { execFile, execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { startPostgres } from '../../../.ci/postgres.ts'
import { openPostgres } from '../src/operations/database/orm.ts'
import type { Database } from '../src/platform/database/database.ts'
import { readRow } from '../src/platform/database/rows.ts'
import { stablePort } from '../testing/stable-port.ts'
import { startMailServer, type MailServer, type ReceivedMail } from '../testing/mail-server.ts'
import { startStripeServer, type StripeServer } from '../testing/stripe-server.ts'
import { SoakProcess } from './soak-process.ts'

/** A complete shop on this machine: PostgreSQL, a mail server, a stand-in for Stripe, two processes. */
export interface SoakEnvironment {
  processes: SoakProcess[]
  stripe: StripeServer
  credentials: { username: string; password: string }
  database: Database
  filesDir: string
  /** All received mails, including those from before the mail server was restarted. */
  mails(): ReceivedMail[]
  restartDatabase(): Promise<void>
  stopMail(): Promise<void>
  startMail(): Promise<void>
  /** Fills the disk of the files; null if this user may not mount a small disk. */
  fillDisk: (() => Promise<void>) | null
  emptyDisk(): Promise<void>
  close(): Promise<void>
}

const run = promisify(execFile)

/** The size of the disk for files in MB, enough for a soak of half an hour. */
const diskMegabytes = 512

/** @param firstPort the processes listen on this port and the next one */
export async function startSoakEnvironment(firstPort: number): Promise<SoakEnvironment> {
  const postgres = await startPostgres()
  if (postgres === null) throw new Error('The soak needs PostgreSQL (Debian: apt-get install postgresql).')
  const dataDir = await mkdtemp(path.join(tmpdir(), 'priormark-soak-'))
  const filesDir = path.join(dataDir, 'files')
  await mkdir(filesDir)
  const hasSmallDisk = mountSmallDisk(filesDir)
  const stripe = await startStripeServer()
  const mailPort = await stablePort()
  const mailServers: MailServer[] = [await startMailServer({ port: mailPort })]
  const credentials = { username: 'admin', password: 'a-long-password-for-the-soak' }
  const { secretKey, publishableKey, webhookSecret } = stripe.stripe.keys
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    ADMIN_USERNAME: credentials.username,
    ADMIN_PASSWORD: credentials.password,
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_STAND_IN: stripe.url,
    NODE_OPTIONS: `--import ${new URL('../testing/processes/redirect-stripe.ts', import.meta.url).href}`,
    ANCHORS: 'manual',
    // All customers share one address here.
    CALL_LIMITS: '0',
    UPLOADS_PER_NETWORK: '50',
    UNPAID_MB_PER_NETWORK: '1000000',
    UNPAID_MB_TOTAL: '1000000',
  }
  const processes = [new SoakProcess(firstPort, env), new SoakProcess(firstPort + 1, env)]
  for (const one of processes) await one.start()
  stripe.stripe.setAddress(processes[0]?.url ?? '')
  const database = await openPostgres(postgres.url, { max: 2 })
  const { folder } = await readRow(database.fork(), v.object({ folder: v.string() }))`
    select current_setting('data_directory') as folder`
  const ballast = path.join(filesDir, 'ballast')
  return {
    processes,
    stripe,
    credentials,
    database,
    filesDir,
    mails: () => mailServers.flatMap(({ received }) => received),
    restartDatabase: () => restartPostgres(folder),
    stopMail: async () => mailServers.at(-1)?.stop(),
    startMail: async () => void mailServers.push(await startMailServer({ port: mailPort })),
    fillDisk: hasSmallDisk ? () => fill(ballast) : null,
    emptyDisk: () => rm(ballast, { force: true }),
    async close() {
      for (const one of processes) await one.kill('SIGTERM')
      await database.close()
      await stripe.close()
      await mailServers.at(-1)?.stop()
      await postgres.stop()
      if (hasSmallDisk) execFileSync('umount', [filesDir])
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

/** Writes until the disk is full. */
async function fill(file: string): Promise<void> {
  const piece = Buffer.alloc(1024 * 1024)
  for (;;) {
    try {
      await writeFile(file, piece, { flag: 'a' })
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return
      throw error
    }
  }
}

/** Restarts PostgreSQL, which closes all connections. */
async function restartPostgres(folder: string): Promise<void> {
  const [newest = ''] = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
  const program = `/usr/lib/postgresql/${newest}/bin/pg_ctl`
  const args = ['-D', folder, '-m', 'fast', '-l', '/dev/null', '-w', 'restart']
  if (process.getuid?.() === 0) await run('runuser', ['-u', 'postgres', '--', program, ...args])
  else await run(program, args)
}
