import { Migration } from '@mikro-orm/migrations'

/** The schema, as MikroORM creates it for the entities. */
const schema = `
  create table "accepted_terms" ("id" varchar(16) not null, "content" jsonb not null, "first_accepted_at" timestamptz not null, primary key ("id"));

  create table "admin" ("id" uuid not null, "username" varchar(200) not null, "original_username" varchar(200) null, "email" varchar(320) null, "role" text not null default 'owner', "author_id" int null, "password_hash" text not null, "disabled_at" timestamptz null, "created_at" timestamptz not null, "totp_secret" text null, "totp_enabled_at" timestamptz null, "totp_step" int null, primary key ("id"));
  alter table "admin" add constraint "admin_username_unique" unique ("username");
  alter table "admin" add constraint "admin_email_unique" unique ("email");
  alter table "admin" add constraint "admin_role_check" check ("role" in ('owner', 'orders', 'blog'));

  create table "account_link" ("id" uuid not null, "kind" text not null, "email" varchar(320) not null, "role" text null, "admin_id" uuid null, "inviter_id" uuid null, "created_at" timestamptz not null, "requested_at" timestamptz not null, "expires_at" timestamptz not null, "sent_at" timestamptz null, "mail_error" text null, primary key ("id"));
  create unique index "account_link_kind_email_unique" on "account_link" ("kind", "email") where "kind" = 'invitation';
  alter table "account_link" add constraint "account_link_kind_admin_id_unique" unique ("kind", "admin_id");
  alter table "account_link" add constraint "account_link_kind_check" check ("kind" in ('invitation', 'email', 'password'));
  alter table "account_link" add constraint "account_link_role_check" check ("role" in ('owner', 'orders', 'blog'));

  create table "access_token" ("id" uuid not null, "token_hash" varchar(64) not null, "admin_id" uuid not null, "created_at" timestamptz not null, "expires_at" timestamptz not null, "revoked_at" timestamptz null, "last_used_at" timestamptz null, "client" varchar(100) null, "network" varchar(50) null, primary key ("id"));
  alter table "access_token" add constraint "access_token_token_hash_unique" unique ("token_hash");
  create index "access_token_expires_at_index" on "access_token" ("expires_at");

  create table "anchor_batch" ("id" uuid not null, "root" varchar(64) not null, "leaf_count" int not null, "sealed_at" timestamptz not null, primary key ("id"));
  alter table "anchor_batch" add constraint "anchor_batch_root_unique" unique ("root");
  create index "anchor_batch_sealed_at_id_index" on "anchor_batch" ("sealed_at", "id");

  create table "anchor" ("id" uuid not null, "batch_id" uuid not null, "kind" text not null, "state" text not null default 'queued', "stuck_reason" text null, "link" text null, "block_time" timestamptz null, "latest_time" timestamptz null, "evidence" jsonb null, "evm_evidence" jsonb null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "submitted_at" timestamptz null, "included_at" timestamptz null, "final_at" timestamptz null, primary key ("id"));
  create index "anchor_state_created_at_index" on "anchor" ("state", "created_at");
  alter table "anchor" add constraint "anchor_batch_id_kind_unique" unique ("batch_id", "kind");
  alter table "anchor" add constraint "anchor_kind_check" check ("kind" in ('manual', 'evm', 'opentimestamps', 'rfc3161'));
  alter table "anchor" add constraint "anchor_state_check" check ("state" in ('queued', 'submitted', 'included', 'final'));

  create table "audit_entry" ("id" uuid not null, "at" timestamptz not null, "actor" varchar(200) not null, "action" varchar(100) not null, "subject" text null, "detail" text null, "address" varchar(100) null, "search_text" text not null, primary key ("id"));
  create index "audit_entry_at_id_index" on "audit_entry" ("at", "id");

  create table "blog_author" ("id" int not null, "first_name" varchar(200) not null, "username" varchar(200) not null, primary key ("id"));
  alter table "blog_author" add constraint "blog_author_username_unique" unique ("username");

  create table "blog_word" ("word" text not null, primary key ("word"));
  create index "blog_word_index" on "blog_word" using gin ("word" gin_trgm_ops);

  create table "evm_transaction" ("id" uuid not null, "anchor_id" uuid not null, "chain_id" bigint not null, "sender" varchar(42) not null, "nonce" int not null, "created_at" timestamptz not null, "retry_requested" boolean not null default false, "abandoned_at" timestamptz null, primary key ("id"));
  create unique index "evm_transaction_anchor_unique" on "evm_transaction" ("anchor_id") where "abandoned_at" is null;
  alter table "evm_transaction" add constraint "evm_transaction_chain_id_sender_nonce_unique" unique ("chain_id", "sender", "nonce");

  create table "evm_attempt" ("hash" varchar(66) not null, "transaction_id" uuid not null, "ordinal" int not null, "raw" text not null, "gas" bigint not null, "max_fee" bigint not null, "priority_fee" bigint not null, "signed_at" timestamptz not null, "sent_at" timestamptz null, primary key ("hash"));
  alter table "evm_attempt" add constraint "evm_attempt_transaction_id_ordinal_unique" unique ("transaction_id", "ordinal");

  create table "idempotent_request" ("admin_id" uuid not null, "key" varchar(200) not null, "request_hash" varchar(64) not null, "response" text not null, "created_at" timestamptz not null, primary key ("admin_id", "key"));
  create index "idempotent_request_created_at_index" on "idempotent_request" ("created_at");

  create table "blog_image" ("name" varchar(200) not null, "source_sha256" varchar(64) not null, "width" int not null, "height" int not null, "widths" jsonb not null, "size" int not null, "created_at" timestamptz not null, primary key ("name"));
  alter table "blog_image" add constraint "blog_image_source_sha256_unique" unique ("source_sha256");
  create index "blog_image_created_at_name_index" on "blog_image" ("created_at", "name");

  create table "legal_version" ("document" text not null, "number" int not null, "text" text null, "published_at" timestamptz not null, "published_by" varchar(200) not null, primary key ("document", "number"));
  alter table "legal_version" add constraint "legal_version_document_check" check ("document" in ('terms', 'privacy'));

  create table "orders" ("id" uuid not null, "number" int not null, "visitor_id" uuid not null, "upload_id" uuid not null, "first_name" text not null, "last_name" text not null, "email" text not null, "time_zone" varchar(64) null, "project_name" text not null, "project_description" text not null, "file_name" varchar(255) not null, "file_size" int not null, "file_sha256" varchar(64) not null, "file_sha3" varchar(64) not null, "storage_key" varchar(200) null, "upload_network" varchar(50) null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "status" text not null default 'pending', "amount_cents" int not null, "currency" varchar(3) not null, "vat" jsonb null, "trader" jsonb null, "payment_confirmed" boolean not null default false, "payment_intent_id" varchar(255) null, "payment_state" text not null default 'unpaid', "refunded_cents" int not null default 0, "dispute" jsonb null, "second_payment_ids" jsonb null, "second_dispute" jsonb null, "start_requested_at" timestamptz null, "start_request_version" varchar(20) null, "delivery_hours" int not null default 48, "terms_id" varchar(16) null, "paid_at" timestamptz null, "completed_at" timestamptz null, "confirmation_email_sent" boolean not null default false, "fulfillment_email_sent" boolean not null default false, "blockchain_link" text null, "previous_order_id" uuid null, "erased_at" timestamptz null, "access_key" varchar(43) not null, "search_text" text not null, "version" int not null default 1, primary key ("id"));
  alter table "orders" add constraint "orders_number_unique" unique ("number");
  alter table "orders" add constraint "orders_upload_id_unique" unique ("upload_id");
  alter table "orders" add constraint "orders_payment_intent_id_unique" unique ("payment_intent_id");
  alter table "orders" add constraint "orders_access_key_unique" unique ("access_key");
  create index "orders_created_at_id_index" on "orders" ("created_at", "id");
  create index "orders_status_created_at_id_index" on "orders" ("status", "created_at", "id");
  create index "orders_visitor_id_created_at_index" on "orders" ("visitor_id", "created_at");
  create index "orders_paid_at_index" on "orders" ("paid_at");
  create index "orders_completed_at_index" on "orders" ("completed_at") include ("paid_at");
  create index "orders_open_index" on "orders" ("status", "created_at", "id") include ("search_text") where "status" <> 'completed';
  create index "orders_unfulfilled_index" on "orders" ("created_at", "id") include ("search_text", "payment_state") where "status" = 'paid' and "blockchain_link" is null;
  create index "orders_refunded_or_disputed_index" on "orders" ("created_at", "id") include ("search_text", "payment_state") where "payment_state" in ('partially_refunded', 'refunded', 'disputed');
  create index "orders_second_dispute_index" on "orders" ("created_at", "id") include ("search_text") where "second_dispute" is not null;
  create index "orders_unpaid_files_index" on "orders" ("upload_network") include ("file_size") where "storage_key" is not null and not "payment_confirmed";
  create index "orders_previous_order_index" on "orders" ("previous_order_id") where "previous_order_id" is not null;
  create index "orders_customer_index" on "orders" (lower(email collate "C"));
  create index "orders_search_index" on "orders" using gin (replace(replace(replace(replace(replace(replace(search_text, ' ', 'q'), '.', 'q'), '@', 'q'), '-', 'q'), '_', 'q'), '+', 'q') gin_trgm_ops);
  alter table "orders" add constraint "orders_status_check" check ("status" in ('pending', 'paid', 'completed'));
  alter table "orders" add constraint "orders_payment_state_check" check ("payment_state" in ('unpaid', 'processing', 'paid', 'partially_refunded', 'refunded', 'disputed', 'canceled', 'mismatch'));

  create table "money_movement" ("id" varchar(255) not null, "order_id" uuid not null, "kind" text not null, "payment_id" varchar(255) null, "amount_cents" int not null, "at" timestamptz not null, "fee_cents" int null, "balance_transaction_id" varchar(255) null, "checked_at" timestamptz not null, primary key ("id"));
  create index "money_movement_at_id_index" on "money_movement" ("at", "id") include ("kind", "amount_cents", "fee_cents");
  create index "money_movement_order_id_index" on "money_movement" ("order_id");
  create index "money_movement_missing_fee_index" on "money_movement" ("checked_at") where "fee_cents" is null;
  alter table "money_movement" add constraint "money_movement_kind_check" check ("kind" in ('payment', 'refund', 'refund_failed', 'dispute', 'dispute_returned'));

  create table "order_event" ("id" uuid not null, "order_id" uuid not null, "at" timestamptz not null, "kind" text not null, "actor" varchar(200) not null, "detail" text null, primary key ("id"));
  create index "order_event_order_id_at_index" on "order_event" ("order_id", "at");
  alter table "order_event" add constraint "order_event_kind_check" check ("kind" in ('created', 'changed', 'start_requested', 'payment_started', 'payment_state', 'payment_failed', 'marked_paid', 'refund_requested', 'refund_rejected', 'mail_queued', 'mail_sent', 'mail_marked_sent', 'mail_failed', 'link_added', 'sealed', 'anchor_submitted', 'anchor_included', 'anchor_final', 'anchor_replaced', 'anchor_stuck', 'file_downloaded', 'file_removed', 'erased', 'note'));

  create table "ots_stamp" ("anchor_id" uuid not null, "ots" text null, "stamped_at" timestamptz null, "attempts" int not null default 0, "failures" int not null default 0, "next_attempt_at" timestamptz not null, "claim" uuid null, "block_height" int null, "block_header" varchar(160) null, "confirmation_headers" jsonb null, primary key ("anchor_id"));

  create table "tsa_token" ("id" uuid not null, "anchor_id" uuid not null, "url" text not null, "nonce" varchar(16) not null, "attempts" int not null default 0, "failures" int not null default 0, "sent_at" timestamptz null, "next_attempt_at" timestamptz null, "claim" uuid null, "token" text null, "certificates" jsonb null, "revocation" jsonb null, "revocation_due_at" timestamptz null, "is_revoked" boolean not null default false, "received_at" timestamptz null, "token_time" timestamptz null, "no_later_than" timestamptz null, "valid_until" timestamptz null, primary key ("id"));
  alter table "tsa_token" add constraint "tsa_token_anchor_id_url_unique" unique ("anchor_id", "url");

  create table "partial_upload" ("id" uuid not null, "visitor_id" uuid not null, "file_name" varchar(255) not null, "file_size" int not null, "sha256" varchar(64) null, "network" varchar(50) not null, "created_at" timestamptz not null, primary key ("id"));
  create index "partial_upload_visitor_id_sha256_index" on "partial_upload" ("visitor_id", "sha256");
  create index "partial_upload_created_at_index" on "partial_upload" ("created_at");

  create table "blog_post" ("id" uuid not null, "title" text not null, "slug" varchar(100) not null, "content" text not null, "excerpt" text not null, "summary" text not null, "status" text not null, "author_id" int not null, "created_by_id" uuid null, "featured_image" text null, "meta_title" text null, "meta_description" text null, "meta_keywords" text null, "published_at" timestamptz null, "scheduled_at" timestamptz null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "deleted_at" timestamptz null, "version" int not null, "sequence" int not null, "search_text" text not null, "search" tsvector null, "search_head" tsvector null, primary key ("id"));
  alter table "blog_post" add constraint "blog_post_sequence_unique" unique ("sequence");
  create index "blog_post_updated_at_id_index" on "blog_post" ("updated_at", "id");
  create unique index "blog_post_slug_unique" on "blog_post" ("slug") where "deleted_at" is null;
  create index "blog_post_published_count_index" on "blog_post" ("status") where "status" = 'published' and "deleted_at" is null;
  create index "blog_post_published_index" on "blog_post" ("published_at", "id") where "status" = 'published' and "deleted_at" is null;
  create index "blog_post_scheduled_index" on "blog_post" ("scheduled_at") where "scheduled_at" is not null;
  create index "blog_post_search_index" on "blog_post" using gin ("search");
  create index "blog_post_search_head_index" on "blog_post" using gin ("search_head");
  create index "blog_post_search_text_index" on "blog_post" using gin ("search_text" gin_trgm_ops);
  alter table "blog_post" add constraint "blog_post_status_check" check ("status" in ('draft', 'published'));

  create table "blog_post_image" ("post_id" uuid not null, "image_name" varchar(200) not null, primary key ("post_id", "image_name"));
  create index "blog_post_image_image_name_index" on "blog_post_image" ("image_name");

  create table "blog_preview" ("token_hash" varchar(64) not null, "post_id" uuid not null, "author_id" int null, "expires_at" timestamptz not null, primary key ("token_hash"));
  create index "blog_preview_expires_at_index" on "blog_preview" ("expires_at");

  create table "blog_revision" ("id" uuid not null, "post_id" uuid not null, "kind" text not null, "version" int null, "at" timestamptz not null, "by" varchar(200) not null, "by_id" uuid null, "title" text not null, "word_count" int not null, "fields" jsonb not null, primary key ("id"));
  create index "blog_revision_post_id_kind_at_index" on "blog_revision" ("post_id", "kind", "at");
  alter table "blog_revision" add constraint "blog_revision_kind_check" check ("kind" in ('saved', 'autosave'));

  create table "blog_post_view" ("post_id" uuid not null, "day" date not null, "views" int not null, primary key ("post_id", "day"));

  create table "proof_leaf" ("id" uuid not null, "order_id" uuid null, "file_sha256" varchar(64) not null, "record" text null, "master_salt" varchar(64) null, "commitment" varchar(64) not null, "leaf" varchar(64) not null, "created_at" timestamptz not null, "batch_id" uuid null, "leaf_index" int null, "path" jsonb null, "declared_link" text null, primary key ("id"));
  alter table "proof_leaf" add constraint "proof_leaf_order_id_unique" unique ("order_id");
  create index "proof_leaf_file_sha256_index" on "proof_leaf" ("file_sha256");
  create index "proof_leaf_waiting_index" on "proof_leaf" ("created_at", "id") where "batch_id" is null;
  alter table "proof_leaf" add constraint "proof_leaf_batch_id_leaf_index_unique" unique ("batch_id", "leaf_index");

  create table "rate_limit" ("key" varchar(200) not null, "hits" int not null, "window_ends_at" timestamptz not null, primary key ("key"));
  create index "rate_limit_window_ends_at_index" on "rate_limit" ("window_ends_at");

  create table "recovery_code" ("code_hash" varchar(64) not null, "admin_id" uuid not null, primary key ("code_hash"));
  create index "recovery_code_admin_id_index" on "recovery_code" ("admin_id");

  create table "refund" ("id" uuid not null, "order_id" uuid not null, "payment_id" varchar(255) null, "amount_cents" int not null, "reason" text null, "state" text not null default 'requested', "requested_by" varchar(200) not null, "requested_at" timestamptz not null, "refunded_at" timestamptz null, "provider_id" varchar(255) null, "failure" text null, primary key ("id"));
  create index "refund_order_id_requested_at_index" on "refund" ("order_id", "requested_at");
  create index "refund_requested_index" on "refund" ("requested_at") where "state" = 'requested';
  alter table "refund" add constraint "refund_reason_check" check ("reason" in ('requested_by_customer', 'duplicate', 'fraudulent'));
  alter table "refund" add constraint "refund_state_check" check ("state" in ('requested', 'sent', 'rejected'));

  create table "order_mail" ("id" uuid not null, "order_id" uuid not null, "kind" text not null, "refund_id" uuid null, "queued_at" timestamptz not null, "sent_at" timestamptz null, "canceled_at" timestamptz null, "attempts" int not null default 0, "last_error" text null, "claimed_until" timestamptz null, primary key ("id"));
  create unique index "order_mail_once_unique" on "order_mail" ("order_id", "kind") where "refund_id" is null;
  create unique index "order_mail_refund_unique" on "order_mail" ("refund_id", "kind") where "refund_id" is not null;
  create index "order_mail_order_id_index" on "order_mail" ("order_id");
  alter table "order_mail" add constraint "order_mail_kind_check" check ("kind" in ('confirmation', 'fulfillment', 'evidence', 'refund', 'refund_failed'));

  create table "service_price" ("id" int not null, "amount_cents" int not null, "updated_at" timestamptz not null, primary key ("id"));

  create table "setting" ("name" varchar(100) not null, "value" text not null, primary key ("name"));

  create table "setting_group" ("name" varchar(50) not null, "value" jsonb not null, "version" int not null, "changed_at" timestamptz not null, "changed_by" varchar(200) not null, primary key ("name"));

  create table "blog_slug_redirect" ("slug" varchar(100) not null, "post_id" uuid not null, "created_at" timestamptz not null, primary key ("slug"));
  create index "blog_slug_redirect_post_id_index" on "blog_slug_redirect" ("post_id");

  create table "blog_topic" ("id" serial primary key, "kind" text not null, "name" varchar(60) not null, "name_key" varchar(200) not null, "slug" varchar(100) not null);
  alter table "blog_topic" add constraint "blog_topic_kind_name_key_unique" unique ("kind", "name_key");
  alter table "blog_topic" add constraint "blog_topic_kind_slug_unique" unique ("kind", "slug");
  alter table "blog_topic" add constraint "blog_topic_kind_check" check ("kind" in ('category', 'tag'));

  create table "blog_post_topic" ("post_id" uuid not null, "topic_id" int not null, "position" int not null, primary key ("post_id", "topic_id"));
  create index "blog_post_topic_topic_id_index" on "blog_post_topic" ("topic_id");

  create table "upload" ("id" uuid not null, "visitor_id" uuid not null, "file_name" varchar(255) not null, "file_size" int not null, "sha256" varchar(64) not null, "sha3" varchar(64) not null, "storage_key" varchar(200) not null, "network" varchar(50) null, "created_at" timestamptz not null, primary key ("id"));
  create index "upload_visitor_id_created_at_index" on "upload" ("visitor_id", "created_at");
  create index "upload_created_at_index" on "upload" ("created_at");

  create table "upload_part" ("id" uuid not null, "upload_id" uuid not null, "first_byte" int not null, "part_size" int not null, "sha256" varchar(64) not null, "storage_key" varchar(200) not null, "network" varchar(50) not null, primary key ("id"));
  create index "upload_part_storage_key_index" on "upload_part" ("storage_key");
  alter table "upload_part" add constraint "upload_part_upload_id_first_byte_unique" unique ("upload_id", "first_byte");

  create table "webhook_event" ("id" varchar(255) not null, "type" varchar(100) not null, "handled_at" timestamptz not null, primary key ("id"));
  create index "webhook_event_handled_at_index" on "webhook_event" ("handled_at");

  alter table "account_link" add constraint "account_link_admin_id_foreign" foreign key ("admin_id") references "admin" ("id") on delete cascade;
  alter table "account_link" add constraint "account_link_inviter_id_foreign" foreign key ("inviter_id") references "admin" ("id") on delete cascade;

  alter table "access_token" add constraint "access_token_admin_id_foreign" foreign key ("admin_id") references "admin" ("id") on delete cascade;

  alter table "anchor" add constraint "anchor_batch_id_foreign" foreign key ("batch_id") references "anchor_batch" ("id");

  alter table "evm_transaction" add constraint "evm_transaction_anchor_id_foreign" foreign key ("anchor_id") references "anchor" ("id");

  alter table "evm_attempt" add constraint "evm_attempt_transaction_id_foreign" foreign key ("transaction_id") references "evm_transaction" ("id");

  alter table "orders" add constraint "orders_terms_id_foreign" foreign key ("terms_id") references "accepted_terms" ("id") on delete set null;

  alter table "money_movement" add constraint "money_movement_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;

  alter table "order_event" add constraint "order_event_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;

  alter table "ots_stamp" add constraint "ots_stamp_anchor_id_foreign" foreign key ("anchor_id") references "anchor" ("id") on update cascade on delete cascade;

  alter table "tsa_token" add constraint "tsa_token_anchor_id_foreign" foreign key ("anchor_id") references "anchor" ("id") on delete cascade;

  alter table "blog_post" add constraint "blog_post_author_id_foreign" foreign key ("author_id") references "blog_author" ("id");
  alter table "blog_post" add constraint "blog_post_created_by_id_foreign" foreign key ("created_by_id") references "admin" ("id") on delete set null;

  alter table "blog_post_image" add constraint "blog_post_image_post_id_foreign" foreign key ("post_id") references "blog_post" ("id") on delete cascade;

  alter table "blog_post_view" add constraint "blog_post_view_post_id_foreign" foreign key ("post_id") references "blog_post" ("id") on delete cascade;

  alter table "proof_leaf" add constraint "proof_leaf_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete set null;
  alter table "proof_leaf" add constraint "proof_leaf_batch_id_foreign" foreign key ("batch_id") references "anchor_batch" ("id") on delete set null;

  alter table "recovery_code" add constraint "recovery_code_admin_id_foreign" foreign key ("admin_id") references "admin" ("id") on delete cascade;

  alter table "refund" add constraint "refund_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;

  alter table "order_mail" add constraint "order_mail_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;
  alter table "order_mail" add constraint "order_mail_refund_id_foreign" foreign key ("refund_id") references "refund" ("id") on delete cascade;

  alter table "blog_slug_redirect" add constraint "blog_slug_redirect_post_id_foreign" foreign key ("post_id") references "blog_post" ("id") on delete cascade;

  alter table "blog_post_topic" add constraint "blog_post_topic_post_id_foreign" foreign key ("post_id") references "blog_post" ("id") on update cascade on delete cascade;
  alter table "blog_post_topic" add constraint "blog_post_topic_topic_id_foreign" foreign key ("topic_id") references "blog_topic" ("id") on update cascade on delete cascade;
`

/** Creates all tables, and what entities cannot describe. */
export class Migration20261127000000_initial extends Migration {
  override name = 'Migration20261127000000_initial'

  override up(): void {
    // Searches look for parts of words.
    this.addSql('create extension if not exists "pg_trgm"')
    // PGlite executes one statement at a time.
    for (const statement of schema.split(';\n')) if (statement.trim() !== '') this.addSql(statement)
    // Numbers of orders are on receipts, so none is used twice.
    this.addSql('create sequence "orders_number_seq" as int start with 1001 owned by "orders"."number"')
    // Ids of authors are in links of other sites, so an id is not used twice. The first author is the specification's default.
    this.addSql('create sequence "blog_author_id_seq" as int start with 2 owned by "blog_author"."id"')
    this.addSql(
      `insert into "blog_author" ("id", "first_name", "username") values (1, 'The editors', 'editors')`,
    )
  }
}
