import type { Log } from '../logging/log.ts'
import type { Database } from '../database/database.ts'
import type { FileStorage } from './file-storage.ts'

export interface SweepDeps {
  database: Database
  storage: FileStorage
  log: Log
  /** The time from which ages are counted; by default now. */
  now?: Date
}

const hourMs = 60 * 60 * 1000

export function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * hourMs)
}

/**
 * Removes items one by one. A failure is logged with the item's id and does not stop the others.
 * @returns how many `remove` reported as removed
 */
export async function removeEach(
  ids: string[],
  log: Log,
  what: string,
  remove: (id: string) => Promise<boolean>,
): Promise<number> {
  let removed = 0
  for (const id of ids) {
    try {
      if (await remove(id)) removed += 1
    } catch (error) {
      log.error({ err: error, id }, `sweep: ${what} could not be removed`)
    }
  }
  if (removed > 0) log.info({ removed }, `sweep: removed ${what}`)
  return removed
}
