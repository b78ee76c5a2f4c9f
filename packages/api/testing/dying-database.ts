import type { Database } from '../src/platform/database/database.ts'

/** A database that fails after so many units of work, as for a killed process. */
export function dyingDatabase(
  database: Database,
  unitsOfWork: number,
): { database: Database; isDead: () => boolean } {
  let left = unitsOfWork
  return {
    isDead: () => left < 0,
    database: {
      ...database,
      fork() {
        left -= 1
        if (left < 0) throw new Error('The process was killed')
        return database.fork()
      },
    },
  }
}
