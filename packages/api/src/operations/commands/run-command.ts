import process from 'node:process'
import type { BackupConfig } from '../backup/make-backup.ts'
import { ConfigError, readBackupConfig } from '../config/env.ts'

/** Runs a shell command and prints its result to standard output, or its errors to standard error. */
export async function runCommand(work: (config: BackupConfig) => Promise<string[]>): Promise<void> {
  try {
    for (const line of await work(readBackupConfig())) process.stdout.write(`${line}\n`)
  } catch (error) {
    const problems = error instanceof ConfigError ? error.problems : [messageFor(error)]
    for (const problem of problems) process.stderr.write(`${problem}\n`)
    // An open database would keep the process alive.
    process.exit(1)
  }
}

function messageFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT' || error.code === 'EFBIG')) {
    return `There is not enough disk space (${error.message}). No partial result was left behind.`
  }
  return error.message
}
