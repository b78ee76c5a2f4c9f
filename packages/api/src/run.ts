import process from 'node:process'
import { ConfigError, readConfig, type Config } from './operations/config/env.ts'
import { captureOutput } from './platform/logging/capture-output.ts'
import { createLog } from './platform/logging/log.ts'
import { startServer, type RunningServer, type ServerOptions } from './server.ts'

interface RunOptions {
  /** Without payment keys or ANCHORS, uses the embedded stand-ins instead of failing; never in production. */
  allowsStandIns: boolean
  openPages?: ServerOptions['openPages']
  /** Called once the server listens, before its address is printed. */
  afterStart?(server: RunningServer): Promise<void>
}

/** How often a process under npm checks that npm is still running, in milliseconds. */
const parentCheckMs = 1_000

/** How long a stopping process waits for uploads and jobs in progress, in milliseconds. */
const stopTimeoutMs = 30_000

/** The exit code that asks the supervisor for a new process (EX_TEMPFAIL of sysexits.h); see docs/growing.md. */
const databaseStuckExitCode = 75

/** Reads the configuration, runs the server until it is asked to stop, and prints its address, new credentials and warnings. */
export async function run({ allowsStandIns, openPages, afterStart }: RunOptions): Promise<void> {
  const parentPid = process.ppid
  const { server, config } = await start(allowsStandIns, openPages)
  await afterStart?.(server)
  announce(server)

  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), stopTimeoutMs).unref()
    void server.close().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // Stopping npm only ends its shell, and would leave this process running with the port and the data folder.
  if (config.isUnderNpm) setInterval(() => process.ppid !== parentPid && stop(), parentCheckMs).unref()
}

async function start(
  allowsStandIns: boolean,
  openPages: ServerOptions['openPages'],
): Promise<{ server: RunningServer; config: Config }> {
  try {
    const config = readConfig(undefined, { allowsStandIns })
    const log = createLog(config.logLevel)
    captureOutput(log)
    const onDatabaseStuck = () => {
      log.fatal(
        `every connection to the database has been stuck for ${config.databaseStuckSeconds} seconds: ending this process`,
      )
      process.exit(databaseStuckExitCode)
    }
    return { server: await startServer({ config, log, onDatabaseStuck, openPages }), config }
  } catch (error) {
    const problems = error instanceof ConfigError ? error.problems : [describeError(error)]
    for (const problem of problems) process.stderr.write(`${problem}\n`)
    // Open resources such as the database and the job queue would keep the process alive.
    process.exit(1)
  }
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `The address is already in use (${error.message}). Stop the other program, or set PORT to another number.`
  }
  return `Could not start: ${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ''}`
}

function announce({ url, credentials, warnings }: RunningServer): void {
  const lines = [`\n  Site   ${url}`, `  Admin  ${url}/admin`]
  if (credentials !== null) {
    lines.push('', '  The first administrator (shown once):')
    lines.push(`  Username  ${credentials.username}`, `  Password  ${credentials.password}`)
  }
  for (const warning of warnings) lines.push('', `  ${warning}`)
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
