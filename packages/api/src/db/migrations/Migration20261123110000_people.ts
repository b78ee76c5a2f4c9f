import { Migration } from '@mikro-orm/migrations'

export class Migration20261123110000_people extends Migration {
  override name = 'Migration20261123110000_people'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "account_link" ("id" uuid not null, "kind" text not null, "email" varchar(320) not null, "role" text null, "admin_id" uuid null, "invited_by" varchar(200) null, "created_at" timestamptz not null, "requested_at" timestamptz not null, "expires_at" timestamptz not null, "sent_at" timestamptz null, "mail_error" text null, primary key ("id"));`,
    )
    this.addSql(
      `create unique index "account_link_kind_email_unique" on "account_link" ("kind", "email") where "kind" = 'invitation';`,
    )
    this.addSql(
      `alter table "account_link" add constraint "account_link_kind_admin_id_unique" unique ("kind", "admin_id");`,
    )

    this.addSql(
      `alter table "admin" add "local_name" varchar(200) null, add "email" varchar(320) null, add "role" text not null default 'owner';`,
    )
    this.addSql(`alter table "admin" add constraint "admin_email_unique" unique ("email");`)
    this.addSql(
      `alter table "admin" add constraint "admin_role_check" check ("role" in ('owner', 'orders', 'blog'));`,
    )

    this.addSql(
      `alter table "account_link" add constraint "account_link_admin_id_foreign" foreign key ("admin_id") references "admin" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "account_link" add constraint "account_link_kind_check" check ("kind" in ('invitation', 'email', 'password'));`,
    )
    this.addSql(
      `alter table "account_link" add constraint "account_link_role_check" check ("role" in ('owner', 'orders', 'blog'));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "account_link" cascade;`)

    this.addSql(`alter table "admin" drop constraint "admin_email_unique";`)
    this.addSql(`alter table "admin" drop constraint "admin_role_check";`)
    this.addSql(`alter table "admin" drop column "local_name", drop column "email", drop column "role";`)
  }
}
