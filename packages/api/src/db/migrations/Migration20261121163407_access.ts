import { Migration } from '@mikro-orm/migrations'

export class Migration20261121163407_access extends Migration {
  override name = 'Migration20261121163407_access'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "recovery_code" ("code_hash" varchar(64) not null, "admin_id" uuid not null, primary key ("code_hash"));`,
    )
    this.addSql(`create index "recovery_code_admin_id_index" on "recovery_code" ("admin_id");`)

    this.addSql(
      `alter table "admin" add "totp_secret" text null, add "totp_on_at" timestamptz null, add "totp_step" int null;`,
    )

    this.addSql(
      `alter table "access_token" add "last_used_at" timestamptz null, add "client" varchar(100) null, add "network" varchar(50) null;`,
    )

    this.addSql(
      `alter table "recovery_code" add constraint "recovery_code_admin_id_foreign" foreign key ("admin_id") references "admin" ("id") on delete cascade;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "recovery_code" cascade;`)

    this.addSql(
      `alter table "access_token" drop column "last_used_at", drop column "client", drop column "network";`,
    )

    this.addSql(
      `alter table "admin" drop column "totp_secret", drop column "totp_on_at", drop column "totp_step";`,
    )
  }
}
