import { Migration } from '@mikro-orm/migrations'

export class Migration20261121163500_law extends Migration {
  override name = 'Migration20261121163500_law'

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "orders" add "start_requested_at" timestamptz null, add "start_request_version" varchar(20) null, add "erased_at" timestamptz null;`,
    )

    this.addSql(`alter table "order_event" drop constraint "order_event_kind_check";`)
    this.addSql(
      `alter table "order_event" add constraint "order_event_kind_check" check ("kind" in ('created', 'changed', 'start_requested', 'payment_started', 'payment_state', 'payment_failed', 'marked_paid', 'mail_queued', 'mail_sent', 'mail_marked_sent', 'mail_failed', 'link_added', 'sealed', 'anchor_submitted', 'anchor_included', 'anchor_final', 'anchor_replaced', 'anchor_stuck', 'file_downloaded', 'file_removed', 'erased', 'note'));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "order_event" drop constraint "order_event_kind_check";`)
    this.addSql(
      `alter table "order_event" add constraint "order_event_kind_check" check ("kind" in ('created', 'changed', 'payment_started', 'payment_state', 'payment_failed', 'marked_paid', 'mail_queued', 'mail_sent', 'mail_marked_sent', 'mail_failed', 'link_added', 'sealed', 'anchor_submitted', 'anchor_included', 'anchor_final', 'anchor_replaced', 'anchor_stuck', 'file_downloaded', 'file_removed', 'note'));`,
    )

    this.addSql(
      `alter table "orders" drop column "start_requested_at", drop column "start_request_version", drop column "erased_at";`,
    )
  }
}
