import { Migration } from '@mikro-orm/migrations'

export class Migration20261122193000_upload_network extends Migration {
  override name = 'Migration20261122193000_upload_network'

  override up(): void | Promise<void> {
    this.addSql(`alter table "upload" add "network" varchar(50) null;`)
    this.addSql(`alter table "orders" add "upload_network" varchar(50) null;`)
    this.addSql(
      `create index "orders_unpaid_files_index" on "orders" ("upload_network") include ("file_size") where "storage_key" is not null and not "payment_confirmed";`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "orders_unpaid_files_index";`)
    this.addSql(`alter table "orders" drop column "upload_network";`)
    this.addSql(`alter table "upload" drop column "network";`)
  }
}
