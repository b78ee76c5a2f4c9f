import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'

/** SQLite's error code if another process holds the lock. */
const sqliteBusy = 5

/** How long two processes that lock at the same time wait for each other, in milliseconds. Without it, both may fail. */
const waitMs = 200

/** How long to wait for a backup, in milliseconds. */
const backupWaitMs = 30_000

/** How long the file that names the lock's holder may be missing after the lock was taken, in milliseconds. */
const ownerDelayMs = 2_000

export interface LockOptions {
  /** Whether a backup takes the lock, only while it reads the tables. */
  isBackup?: boolean | undefined
  /** If set, this process waits for a backup. Called once with a message when the wait begins. */
  onBackup?: ((message: string) => void) | undefined
}

/** Keeps references to open locks. Otherwise the garbage collector would close the file and release the lock. */
const openLocks = new Set<DatabaseSync>()

/**
 * Locks a data folder for this process: two processes on one PGlite folder corrupt it silently. The operating system holds
 * the lock on an SQLite file and releases it however the process ends. The file is never deleted, since otherwise two
 * processes could lock different files of the same name.
 * @throws Error with a message to print if another process holds the lock or the file cannot be written
 */
export async function lockDataFolder(
  folder: string,
  { isBackup = false, onBackup }: LockOptions = {},
): Promise<{ release(): Promise<void> }> {
  const startedMs = performance.now()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await takeLock(folder, isBackup)
    } catch (error) {
      const owner = await readFile(ownerFile(folder), 'utf8').catch(() => '')
      const limitMs = owner.endsWith(backupMark) ? backupWaitMs : owner === '' ? ownerDelayMs : 0
      const isTimeUp = performance.now() - startedMs >= limitMs
      if (onBackup === undefined || isTimeUp || !isBusy(error)) throw lockError(folder, owner, error)
      if (attempt === 1)
        onBackup(`A backup may be reading ${folder}. Waiting up to ${backupWaitMs / 1_000} seconds for it.`)
      await delay(waitMs)
    }
  }
}

/** Follows the process id of a backup in the file that names the lock's holder. */
const backupMark = ', which is making a backup'

async function takeLock(folder: string, isBackup: boolean): Promise<{ release(): Promise<void> }> {
  // Loaded on demand, because a shop on PostgreSQL does not need it.
  const sqlite = await import('node:sqlite')
  const lock = new sqlite.DatabaseSync(path.join(folder, 'lock.sqlite'), { open: false, timeout: waitMs })
  try {
    lock.open()
    // The write is never committed, so it needs no journal file. It detects a file that is not writable: on such a file SQLite
    // silently begins with a shared lock.
    lock.exec('pragma journal_mode = memory; begin exclusive; pragma user_version = 1')
  } catch (error) {
    if (lock.isOpen) lock.close()
    throw error
  }
  openLocks.add(lock)
  const owner = ownerFile(folder)
  try {
    // A file that another user left behind cannot be written, but it can be removed.
    await rm(owner, { force: true })
    await writeFile(owner, `${process.pid}${isBackup ? backupMark : ''}`)
  } catch {
    // The lock does not depend on this file.
  }
  return {
    async release() {
      // If it remains, the next lock holder overwrites it.
      await rm(owner, { force: true }).catch(() => undefined)
      lock.close()
      openLocks.delete(lock)
    },
  }
}

/** Returns the path of the file that names the lock's holder, for messages and to recognize a backup. */
function ownerFile(folder: string): string {
  return path.join(folder, 'lock')
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}

function lockError(folder: string, owner: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = isBusy(cause)
    ? `The data folder ${folder} is in use by process ${owner || 'unknown'}. Stop it first, or set DATA_DIR to another folder.`
    : `The data folder ${folder} cannot be locked (${reason}). Make sure that this user can write to it.`
  return new Error(message, { cause })
}
