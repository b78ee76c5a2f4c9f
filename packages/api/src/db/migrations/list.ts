import { Migration20261127000000_initial } from './Migration20261127000000_initial.ts'
import { Migration20261127191500_customer_address } from './Migration20261127191500_customer_address.ts'
import { Migration20261127192500_search_letters } from './Migration20261127192500_search_letters.ts'

/** Every migration, oldest first. */
export const migrations = [
  Migration20261127000000_initial,
  Migration20261127191500_customer_address,
  Migration20261127192500_search_letters,
]
