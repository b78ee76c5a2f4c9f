import { Migration } from '@mikro-orm/migrations'

export class Migration20261121020912_init extends Migration {
  override name = 'Migration20261121020912_init'

  override up(): void | Promise<void> {
    this.addSql(`create extension if not exists pg_trgm;`)

    this.addSql(
      `create table "admin" ("id" uuid not null, "username" varchar(200) not null, "password_hash" text not null, "disabled_at" timestamptz null, "created_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(`alter table "admin" add constraint "admin_username_unique" unique ("username");`)

    this.addSql(
      `create table "access_token" ("id" uuid not null, "token_hash" varchar(64) not null, "admin_id" uuid not null, "created_at" timestamptz not null, "expires_at" timestamptz not null, "revoked_at" timestamptz null, primary key ("id"));`,
    )
    this.addSql(
      `alter table "access_token" add constraint "access_token_token_hash_unique" unique ("token_hash");`,
    )
    this.addSql(`create index "access_token_expires_at_index" on "access_token" ("expires_at");`)

    this.addSql(
      `create table "audit_entry" ("id" uuid not null, "at" timestamptz not null, "actor" varchar(200) not null, "action" varchar(100) not null, "subject" text null, "detail" text null, "address" varchar(100) null, primary key ("id"));`,
    )
    this.addSql(`create index "audit_entry_at_id_index" on "audit_entry" ("at", "id");`)

    this.addSql(
      `create table "orders" ("id" uuid not null, "visitor_id" uuid not null, "upload_id" uuid not null, "first_name" text not null, "last_name" text not null, "email" text not null, "project_name" text not null, "project_description" text not null, "file_name" varchar(255) not null, "file_size" int not null, "file_sha256" varchar(64) not null, "storage_key" varchar(200) null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "status" text not null default 'pending', "amount_cents" int not null, "currency" varchar(3) not null, "payment_confirmed" boolean not null default false, "payment_intent_id" varchar(255) null, "payment_state" text not null default 'unpaid', "refunded_cents" int not null default 0, "paid_at" timestamptz null, "completed_at" timestamptz null, "confirmation_email_sent" boolean not null default false, "fulfillment_email_sent" boolean not null default false, "blockchain_link" text null, "search_text" text not null, "version" int not null default 1, primary key ("id"));`,
    )
    this.addSql(`alter table "orders" add constraint "orders_upload_id_unique" unique ("upload_id");`)
    this.addSql(
      `alter table "orders" add constraint "orders_payment_intent_id_unique" unique ("payment_intent_id");`,
    )
    this.addSql(`create index "orders_created_at_id_index" on "orders" ("created_at", "id");`)
    this.addSql(
      `create index "orders_status_created_at_id_index" on "orders" ("status", "created_at", "id");`,
    )
    this.addSql(`create index "orders_visitor_id_created_at_index" on "orders" ("visitor_id", "created_at");`)
    this.addSql(
      `create index "orders_to_fulfill_index" on "orders" ("created_at", "id") where "status" = 'paid' and "blockchain_link" is null;`,
    )
    this.addSql(`create index "orders_search_index" on "orders" using gin ("search_text" gin_trgm_ops);`)

    this.addSql(
      `create table "order_event" ("id" uuid not null, "order_id" uuid not null, "at" timestamptz not null, "kind" text not null, "actor" varchar(200) not null, "detail" text null, primary key ("id"));`,
    )
    this.addSql(`create index "order_event_order_id_at_index" on "order_event" ("order_id", "at");`)

    this.addSql(
      `create table "order_mail" ("id" uuid not null, "order_id" uuid not null, "kind" text not null, "queued_at" timestamptz not null, "sent_at" timestamptz null, "attempts" int not null default 0, "last_error" text null, primary key ("id"));`,
    )
    this.addSql(
      `alter table "order_mail" add constraint "order_mail_order_id_kind_unique" unique ("order_id", "kind");`,
    )

    this.addSql(
      `create table "rate_limit" ("key" varchar(200) not null, "hits" int not null, "window_ends_at" timestamptz not null, primary key ("key"));`,
    )
    this.addSql(`create index "rate_limit_window_ends_at_index" on "rate_limit" ("window_ends_at");`)

    this.addSql(
      `create table "service_price" ("id" int not null primary key, "amount_cents" int not null, "updated_at" timestamptz not null);`,
    )

    this.addSql(
      `create table "setting" ("name" varchar(100) not null, "value" text not null, primary key ("name"));`,
    )

    this.addSql(
      `create table "upload" ("id" uuid not null, "visitor_id" uuid not null, "file_name" varchar(255) not null, "file_size" int not null, "sha256" varchar(64) not null, "storage_key" varchar(200) not null, "created_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(`create index "upload_visitor_id_created_at_index" on "upload" ("visitor_id", "created_at");`)
    this.addSql(`create index "upload_created_at_index" on "upload" ("created_at");`)

    this.addSql(
      `create table "webhook_event" ("id" varchar(255) not null, "type" varchar(100) not null, "handled_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(`create index "webhook_event_handled_at_index" on "webhook_event" ("handled_at");`)

    this.addSql(
      `alter table "access_token" add constraint "access_token_admin_id_foreign" foreign key ("admin_id") references "admin" ("id") on delete cascade;`,
    )

    this.addSql(
      `alter table "orders" add constraint "orders_status_check" check ("status" in ('pending', 'paid', 'completed'));`,
    )
    this.addSql(
      `alter table "orders" add constraint "orders_payment_state_check" check ("payment_state" in ('unpaid', 'processing', 'paid', 'partially_refunded', 'refunded', 'disputed', 'canceled', 'mismatch'));`,
    )

    this.addSql(
      `alter table "order_event" add constraint "order_event_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "order_event" add constraint "order_event_kind_check" check ("kind" in ('created', 'changed', 'payment_started', 'payment_state', 'payment_failed', 'marked_paid', 'mail_queued', 'mail_sent', 'mail_marked_sent', 'mail_failed', 'link_added', 'file_downloaded', 'file_removed', 'note'));`,
    )

    this.addSql(
      `alter table "order_mail" add constraint "order_mail_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "order_mail" add constraint "order_mail_kind_check" check ("kind" in ('confirmation', 'fulfillment'));`,
    )
  }
}
