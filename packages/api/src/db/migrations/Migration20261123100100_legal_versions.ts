import { Migration } from '@mikro-orm/migrations'

export class Migration20261123100100_legal_versions extends Migration {
  override name = 'Migration20261123100100_legal_versions'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "legal_version" ("document" text not null, "number" int not null, "text" text null, "published_at" timestamptz not null, "published_by" varchar(200) not null, primary key ("document", "number"));`,
    )

    this.addSql(
      `alter table "legal_version" add constraint "legal_version_document_check" check ("document" in ('terms', 'privacy'));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "legal_version" cascade;`)
  }
}
