import { Migration20261127000000_initial } from './Migration20261127000000_initial.ts'
import { Migration20261127191500_customer_address } from './Migration20261127191500_customer_address.ts'

/** Every migration, oldest first. */
export const migrations = [Migration20261127000000_initial, Migration20261127191500_customer_address]
