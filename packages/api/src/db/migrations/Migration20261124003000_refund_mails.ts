import { Migration } from '@mikro-orm/migrations'

export class Migration20261124003000_refund_mails extends Migration {
  override name = 'Migration20261124003000_refund_mails'

  override up(): void | Promise<void> {
    this.addSql(`alter table "order_mail" drop constraint "order_mail_order_id_kind_unique";`)
    this.addSql(`alter table "order_mail" drop constraint "order_mail_kind_check";`)
    this.addSql(
      `create unique index "order_mail_once_unique" on "order_mail" ("order_id", "kind") where "kind" <> 'refund';`,
    )
    this.addSql(`create index "order_mail_order_id_index" on "order_mail" ("order_id");`)
    this.addSql(
      `alter table "order_mail" add constraint "order_mail_kind_check" check ("kind" in ('confirmation', 'fulfillment', 'evidence', 'refund'));`,
    )

    this.addSql(`alter table "refund" add "refunded_at" timestamptz null;`)
    // Their customers got no email, and get none late.
    this.addSql(`update "refund" set "refunded_at" = "requested_at" where "state" = 'sent';`)
    this.addSql(`alter table "refund" alter column "reason" drop not null;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "order_mail_once_unique";`)
    this.addSql(`drop index "order_mail_order_id_index";`)
    this.addSql(`alter table "order_mail" drop constraint "order_mail_kind_check";`)
    this.addSql(
      `alter table "order_mail" add constraint "order_mail_order_id_kind_unique" unique ("order_id", "kind");`,
    )
    this.addSql(
      `alter table "order_mail" add constraint "order_mail_kind_check" check ("kind" in ('confirmation', 'fulfillment', 'evidence'));`,
    )

    this.addSql(`alter table "refund" drop column "refunded_at";`)
    this.addSql(`alter table "refund" alter column "reason" set not null;`)
  }
}
