import { Migration } from '@mikro-orm/migrations'

export class Migration20261121134000_opentimestamps extends Migration {
  override name = 'Migration20261121134000_opentimestamps'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "ots_stamp" ("anchor_id" uuid not null, "ots" text null, "stamped_at" timestamptz null, "tries" int not null default 0, "failures" int not null default 0, "next_try_at" timestamptz not null, "claim" uuid null, "block_height" int null, "block_header" varchar(160) null, primary key ("anchor_id"));`,
    )
    this.addSql(
      `alter table "ots_stamp" add constraint "ots_stamp_anchor_id_foreign" foreign key ("anchor_id") references "anchor" ("id") on update cascade on delete cascade;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "ots_stamp" cascade;`)
  }
}
