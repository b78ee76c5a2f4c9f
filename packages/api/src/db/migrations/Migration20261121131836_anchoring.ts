import { Migration } from '@mikro-orm/migrations'

export class Migration20261121131836_anchoring extends Migration {
  override name = 'Migration20261121131836_anchoring'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "anchor_batch" ("id" uuid not null, "root" varchar(64) not null, "leaf_count" int not null, "sealed_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(`alter table "anchor_batch" add constraint "anchor_batch_root_unique" unique ("root");`)
    this.addSql(`create index "anchor_batch_sealed_at_id_index" on "anchor_batch" ("sealed_at", "id");`)

    this.addSql(
      `create table "anchor" ("id" uuid not null, "batch_id" uuid not null, "kind" text not null, "state" text not null default 'queued', "stuck_reason" text null, "link" text null, "block_time" timestamptz null, "evidence" jsonb null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "submitted_at" timestamptz null, "included_at" timestamptz null, "final_at" timestamptz null, primary key ("id"));`,
    )
    this.addSql(`create index "anchor_state_created_at_index" on "anchor" ("state", "created_at");`)
    this.addSql(
      `alter table "anchor" add constraint "anchor_batch_id_kind_unique" unique ("batch_id", "kind");`,
    )

    this.addSql(
      `create table "proof_leaf" ("id" uuid not null, "order_id" uuid null, "file_sha256" varchar(64) not null, "record" text null, "salt" varchar(64) null, "commitment" varchar(64) not null, "leaf" varchar(64) not null, "created_at" timestamptz not null, "batch_id" uuid null, "leaf_index" int null, "path" jsonb null, "declared_link" text null, primary key ("id"));`,
    )
    this.addSql(`alter table "proof_leaf" add constraint "proof_leaf_order_id_unique" unique ("order_id");`)
    this.addSql(`create index "proof_leaf_file_sha256_index" on "proof_leaf" ("file_sha256");`)
    this.addSql(
      `create index "proof_leaf_waiting_index" on "proof_leaf" ("created_at", "id") where "batch_id" is null;`,
    )
    this.addSql(
      `alter table "proof_leaf" add constraint "proof_leaf_batch_id_leaf_index_unique" unique ("batch_id", "leaf_index");`,
    )

    this.addSql(`alter table "orders" add "access_key" varchar(43) null;`)
    // Orders that were made before get a secret too: 32 bytes made of 244 random bits, in base64url.
    this.addSql(
      `update "orders" set "access_key" = translate(rtrim(encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'base64'), '='), '+/', '-_');`,
    )
    this.addSql(`alter table "orders" alter column "access_key" set not null;`)
    this.addSql(`alter table "orders" add constraint "orders_access_key_unique" unique ("access_key");`)

    this.addSql(`alter table "order_event" drop constraint "order_event_kind_check";`)
    this.addSql(
      `alter table "order_event" add constraint "order_event_kind_check" check ("kind" in ('created', 'changed', 'payment_started', 'payment_state', 'payment_failed', 'marked_paid', 'mail_queued', 'mail_sent', 'mail_marked_sent', 'mail_failed', 'link_added', 'sealed', 'anchor_submitted', 'anchor_included', 'anchor_final', 'anchor_replaced', 'anchor_stuck', 'file_downloaded', 'file_removed', 'note'));`,
    )

    this.addSql(
      `alter table "anchor" add constraint "anchor_batch_id_foreign" foreign key ("batch_id") references "anchor_batch" ("id");`,
    )
    this.addSql(
      `alter table "anchor" add constraint "anchor_kind_check" check ("kind" in ('manual', 'evm', 'opentimestamps'));`,
    )
    this.addSql(
      `alter table "anchor" add constraint "anchor_state_check" check ("state" in ('queued', 'submitted', 'included', 'final'));`,
    )

    this.addSql(
      `alter table "proof_leaf" add constraint "proof_leaf_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete set null;`,
    )
    this.addSql(
      `alter table "proof_leaf" add constraint "proof_leaf_batch_id_foreign" foreign key ("batch_id") references "anchor_batch" ("id") on delete set null;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "anchor" drop constraint "anchor_batch_id_foreign";`)
    this.addSql(`alter table "proof_leaf" drop constraint "proof_leaf_batch_id_foreign";`)

    this.addSql(`drop table if exists "anchor_batch" cascade;`)
    this.addSql(`drop table if exists "anchor" cascade;`)
    this.addSql(`drop table if exists "proof_leaf" cascade;`)

    this.addSql(`alter table "order_event" drop constraint "order_event_kind_check";`)
    this.addSql(
      `alter table "order_event" add constraint "order_event_kind_check" check ("kind" in ('created', 'changed', 'payment_started', 'payment_state', 'payment_failed', 'marked_paid', 'mail_queued', 'mail_sent', 'mail_marked_sent', 'mail_failed', 'link_added', 'file_downloaded', 'file_removed', 'note'));`,
    )

    this.addSql(`alter table "orders" drop constraint "orders_access_key_unique";`)
    this.addSql(`alter table "orders" drop column "access_key";`)
  }
}
