import { Migration } from '@mikro-orm/migrations'

/** Customers are found by their address, not by the text for searches, of which long names leave no room for it. */
export class Migration20261127191500_customer_address extends Migration {
  override name = 'Migration20261127191500_customer_address'

  override up(): void | Promise<void> {
    this.addSql(`create index "orders_customer_index" on "orders" (lower(email collate "C"));`)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "orders_customer_index";`)
  }
}
