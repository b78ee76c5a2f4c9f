import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import type { DatabaseSync } from 'node:sqlite'

/** What SQLite answers where another one has the lock. */
const busy = 5

/** The locks that this process has: one that nobody refers to would be closed, and so given up, by the garbage collection. */
const held = new Set<DatabaseSync>()

/**
 * Takes a data folder for this process alone: two processes on one PGlite folder corrupt it silently. The lock is the operating
 * system's, on a file of SQLite, which is never removed: it ends with its process, however that ends, so none is ever left over
 * that two others could take at once. @throws Error with a sentence where another process has it, or nothing can be written
 */
export async function lockDataFolder(folder: string): Promise<{ release(): Promise<void> }> {
  // Loaded where it is used: a shop on PostgreSQL needs none.
  const sqlite = await import('node:sqlite')
  const lock = new sqlite.DatabaseSync(path.join(folder, 'lock.sqlite'), { open: false })
  try {
    lock.open()
    // The write is never committed, so no journal need lie beside it. It is there for a file that may not be written: SQLite
    // begins with a shared lock on such a one, and says nothing.
    lock.exec('pragma journal_mode = memory; begin exclusive; pragma user_version = 1')
  } catch (error) {
    if (lock.isOpen) lock.close()
    throw await refusal(folder, error)
  }
  held.add(lock)
  const owner = ownerFile(folder)
  try {
    // One that another user left cannot be written, but removed.
    await rm(owner, { force: true })
    await writeFile(owner, String(process.pid))
  } catch {
    // The lock is had without it.
  }
  return {
    async release() {
      // One that stays is replaced by whoever has the lock next.
      await rm(owner, { force: true }).catch(() => undefined)
      lock.close()
      held.delete(lock)
    },
  }
}

/** Says who has the lock, for the sentence alone. */
function ownerFile(folder: string): string {
  return path.join(folder, 'lock')
}

async function refusal(folder: string, cause: unknown): Promise<Error> {
  if (!(cause instanceof Error && 'errcode' in cause && cause.errcode === busy)) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return new Error(
      `The data folder ${folder} cannot be locked (${reason}). See that this user may write there.`,
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
