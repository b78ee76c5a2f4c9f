import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import type { DatabaseSync } from 'node:sqlite'

/** SQLite's error code if another process holds the lock. */
const busy = 5

/** How long two processes that lock at the same time wait for each other, in milliseconds. Without it, both may fail. */
const waitMs = 200

/** Open locks. Without a reference, the garbage collector would close the database and release the lock. */
const held = new Set<DatabaseSync>()

/**
 * Locks a data folder for this process: two processes on one PGlite folder corrupt it silently. The operating system holds
 * the lock on an SQLite file and releases it however the process ends. The file is never deleted, since otherwise two
 * processes could lock different files of the same name.
 * @throws Error with a sentence if another process holds the lock or the file cannot be written
 */
export async function lockDataFolder(folder: string): Promise<{ release(): Promise<void> }> {
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
    throw await lockError(folder, error)
  }
  held.add(lock)
  const owner = ownerFile(folder)
  try {
    // A file that another user left behind cannot be written, but it can be removed.
    await rm(owner, { force: true })
    await writeFile(owner, String(process.pid))
  } catch {
    // The lock does not depend on this file.
  }
  return {
    async release() {
      // If it remains, the next lock holder overwrites it.
      await rm(owner, { force: true }).catch(() => undefined)
      lock.close()
      held.delete(lock)
    },
  }
}

/** Names the lock holder, only for the error message. */
function ownerFile(folder: string): string {
  return path.join(folder, 'lock')
}

async function lockError(folder: string, cause: unknown): Promise<Error> {
  if (!(cause instanceof Error && 'errcode' in cause && cause.errcode === busy)) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return new Error(
      `The data folder ${folder} cannot be locked (${reason}). Make sure that this user can write to it.`,
      {
        cause,
      },
    )
  }
  const owner = await readFile(ownerFile(folder), 'utf8').catch(() => '')
  return new Error(
    `The data folder ${folder} is in use by process ${owner || 'unknown'}. Stop it first, or set DATA_DIR to another folder.`,
    { cause },
  )
}
