import { Migration } from '@mikro-orm/migrations'

export class Migration20261123100000_settings extends Migration {
  override name = 'Migration20261123100000_settings'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "setting_group" ("name" varchar(50) not null, "value" jsonb not null, "version" int not null, "changed_at" timestamptz not null, "changed_by" varchar(200) not null, primary key ("name"));`,
    )

    this.addSql(`alter table "orders" add "delivery_hours" int not null default 48;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "setting_group" cascade;`)

    this.addSql(`alter table "orders" drop column "delivery_hours";`)
  }
}
