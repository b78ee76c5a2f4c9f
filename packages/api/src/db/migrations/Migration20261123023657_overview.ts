import { Migration } from '@mikro-orm/migrations'

export class Migration20261123023657_overview extends Migration {
  override name = 'Migration20261123023657_overview'

  override up(): void | Promise<void> {
    this.addSql(`alter table "orders" add "refunded_at" timestamptz null;`)
    // Not exact for older refunds, but the best that is known.
    this.addSql(`update "orders" set "refunded_at" = "updated_at" where "refunded_cents" > 0;`)
    this.addSql(`create index "orders_paid_at_index" on "orders" ("paid_at") include ("amount_cents");`)
    this.addSql(`create index "orders_completed_at_index" on "orders" ("completed_at") include ("paid_at");`)
    this.addSql(
      `create index "orders_refunded_at_index" on "orders" ("refunded_at") include ("refunded_cents") where "refunded_at" is not null;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "orders_paid_at_index";`)
    this.addSql(`drop index "orders_completed_at_index";`)
    this.addSql(`drop index "orders_refunded_at_index";`)
    this.addSql(`alter table "orders" drop column "refunded_at";`)
  }
}
