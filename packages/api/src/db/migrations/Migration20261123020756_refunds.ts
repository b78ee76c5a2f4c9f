import { Migration } from '@mikro-orm/migrations'

export class Migration20261123020756_refunds extends Migration {
  override name = 'Migration20261123020756_refunds'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "refund" ("id" uuid not null, "order_id" uuid not null, "amount_cents" int not null, "reason" text not null, "state" text not null default 'requested', "requested_by" varchar(200) not null, "requested_at" timestamptz not null, "provider_id" varchar(255) null, "failure" text null, primary key ("id"));`,
    )
    this.addSql(`create index "refund_order_id_requested_at_index" on "refund" ("order_id", "requested_at");`)
    this.addSql(
      `create index "refund_requested_index" on "refund" ("requested_at") where "state" = 'requested';`,
    )

    this.addSql(`alter table "orders" add "dispute" jsonb null;`)
    this.addSql(`drop index "orders_unfulfilled_index";`)
    this.addSql(
      `create index "orders_unfulfilled_index" on "orders" ("created_at", "id") include ("search_text", "payment_state") where "status" = 'paid' and "blockchain_link" is null;`,
    )
    this.addSql(
      `create index "orders_reversed_index" on "orders" ("created_at", "id") include ("search_text", "payment_state") where "payment_state" in ('partially_refunded', 'refunded', 'disputed');`,
    )

    this.addSql(`alter table "order_event" drop constraint "order_event_kind_check";`)
    this.addSql(
      `alter table "order_event" add constraint "order_event_kind_check" check ("kind" in ('created', 'changed', 'start_requested', 'payment_started', 'payment_state', 'payment_failed', 'marked_paid', 'refund_requested', 'refund_rejected', 'mail_queued', 'mail_sent', 'mail_marked_sent', 'mail_failed', 'link_added', 'sealed', 'anchor_submitted', 'anchor_included', 'anchor_final', 'anchor_replaced', 'anchor_stuck', 'file_downloaded', 'file_removed', 'erased', 'note'));`,
    )

    this.addSql(
      `alter table "refund" add constraint "refund_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "refund" add constraint "refund_reason_check" check ("reason" in ('requested_by_customer', 'duplicate', 'fraudulent'));`,
    )
    this.addSql(
      `alter table "refund" add constraint "refund_state_check" check ("state" in ('requested', 'sent', 'rejected'));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "refund" cascade;`)

    this.addSql(`alter table "order_event" drop constraint "order_event_kind_check";`)
    this.addSql(
      `alter table "order_event" add constraint "order_event_kind_check" check ("kind" in ('created', 'changed', 'start_requested', 'payment_started', 'payment_state', 'payment_failed', 'marked_paid', 'mail_queued', 'mail_sent', 'mail_marked_sent', 'mail_failed', 'link_added', 'sealed', 'anchor_submitted', 'anchor_included', 'anchor_final', 'anchor_replaced', 'anchor_stuck', 'file_downloaded', 'file_removed', 'erased', 'note'));`,
    )

    this.addSql(`drop index "orders_reversed_index";`)
    this.addSql(`drop index "orders_unfulfilled_index";`)
    this.addSql(
      `create index "orders_unfulfilled_index" on "orders" ("created_at", "id") include ("search_text") where "status" = 'paid' and "blockchain_link" is null;`,
    )
    this.addSql(`alter table "orders" drop column "dispute";`)
  }
}
