import { Migration } from '@mikro-orm/migrations'

export class Migration20261124191000_other_disputes extends Migration {
  override name = 'Migration20261124191000_other_disputes'

  override up(): void | Promise<void> {
    this.addSql(`alter table "orders" add "other_dispute" jsonb null;`)
    this.addSql(
      `create index "orders_other_dispute_index" on "orders" ("created_at", "id") include ("search_text") where "other_dispute" is not null;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "orders_other_dispute_index";`)
    this.addSql(`alter table "orders" drop column "other_dispute";`)
  }
}
