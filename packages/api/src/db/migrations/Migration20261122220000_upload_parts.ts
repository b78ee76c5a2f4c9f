import { Migration } from '@mikro-orm/migrations'

export class Migration20261122220000_upload_parts extends Migration {
  override name = 'Migration20261122220000_upload_parts'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "partial_upload" ("id" uuid not null, "visitor_id" uuid not null, "file_name" varchar(255) not null, "file_size" int not null, "sha256" varchar(64) null, "network" varchar(50) not null, "created_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(
      `create index "partial_upload_visitor_id_sha256_index" on "partial_upload" ("visitor_id", "sha256");`,
    )
    this.addSql(`create index "partial_upload_created_at_index" on "partial_upload" ("created_at");`)
    this.addSql(
      `create table "upload_part" ("id" uuid not null, "upload_id" uuid not null, "first_byte" int not null, "part_size" int not null, "sha256" varchar(64) not null, "storage_key" varchar(200) not null, "network" varchar(50) not null, primary key ("id"));`,
    )
    this.addSql(
      `alter table "upload_part" add constraint "upload_part_upload_id_first_byte_unique" unique ("upload_id", "first_byte");`,
    )
    this.addSql(`create index "upload_part_storage_key_index" on "upload_part" ("storage_key");`)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "upload_part";`)
    this.addSql(`drop table "partial_upload";`)
  }
}
