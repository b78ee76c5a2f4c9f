import type { Log } from '../logging/log.ts'
import type { Database } from '../sql/database.ts'
import type { FileStorage } from './file-storage.ts'

export interface SweepInput {
  database: Database
  storage: FileStorage
  log: Log
  /** The moment that ages are counted from; now, where nothing else is said. */
  now?: Date
}

const hourMs = 60 * 60 * 1000

export function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * hourMs)
}

/**
 * Removes things one by one; one that fails is logged by its id and keeps no other from going.
 * @returns how many `remove` said are gone
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
