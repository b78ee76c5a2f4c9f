import { Migration } from '@mikro-orm/migrations'

export class Migration20261123233332_accepted_terms extends Migration {
  override name = 'Migration20261123233332_accepted_terms'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "accepted_terms" ("id" varchar(16) not null, "content" jsonb not null, "first_accepted_at" timestamptz not null, primary key ("id"));`,
    )

    this.addSql(`alter table "orders" add "terms_id" varchar(16) null;`)
    this.addSql(
      `alter table "orders" add constraint "orders_terms_id_foreign" foreign key ("terms_id") references "accepted_terms" ("id") on delete set null;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "orders" drop constraint "orders_terms_id_foreign";`)

    this.addSql(`drop table if exists "accepted_terms" cascade;`)

    this.addSql(`alter table "orders" drop column "terms_id";`)
  }
}
