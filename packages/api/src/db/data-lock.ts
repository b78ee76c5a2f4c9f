import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'

/** What SQLite answers where another one has the lock. */
const busy = 5

/**
 * Takes a data folder for this process alone: two processes on one PGlite folder corrupt it silently. The lock is the operating
 * system's, on a file of SQLite, which is never removed: it ends with its process, however that ends, so none is ever left over
 * that two others could take at once. @throws Error with a sentence where another process has it, or nothing can be written
 */
export async function lockDataFolder(folder: string): Promise<{ release(): Promise<void> }> {
  // Loaded where it is used: a shop on PostgreSQL needs none.
  const { DatabaseSync } = await import('node:sqlite')
  const lock = new DatabaseSync(path.join(folder, 'lock.sqlite'), { open: false })
  try {
    lock.open()
    // Nothing is ever written, so no journal need lie beside it.
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    if (lock.isOpen) lock.close()
    throw await refusal(folder, error)
  }
  await writeFile(ownerFile(folder), String(process.pid))
  return {
    async release() {
      await rm(ownerFile(folder), { force: true })
      lock.close()
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
