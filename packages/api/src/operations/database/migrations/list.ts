import { Migration20261127000000_initial } from './Migration20261127000000_initial.ts'

/** Every migration, oldest first. */
export const migrations = [Migration20261127000000_initial]
