import { Migration } from '@mikro-orm/migrations'

/** Counts the default text as version 1. Not in one step, in which numbers would meet. */
export class Migration20261124180000_legal_numbers extends Migration {
  override name = 'Migration20261124180000_legal_numbers'

  override up(): void | Promise<void> {
    this.addSql(`update "legal_version" set "number" = -"number";`)
    this.addSql(`update "legal_version" set "number" = 1 - "number";`)
  }

  override down(): void | Promise<void> {
    this.addSql(`update "legal_version" set "number" = -"number";`)
    this.addSql(`update "legal_version" set "number" = -1 - "number";`)
  }
}
