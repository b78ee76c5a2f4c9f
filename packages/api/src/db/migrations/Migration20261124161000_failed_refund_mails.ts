import { Migration } from '@mikro-orm/migrations'

export class Migration20261124161000_failed_refund_mails extends Migration {
  override name = 'Migration20261124161000_failed_refund_mails'

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "order_mail" add "refund_id" uuid null, add "canceled_at" timestamptz null, add constraint "order_mail_refund_id_foreign" foreign key ("refund_id") references "refund" ("id") on delete cascade;`,
    )
    this.addSql(`update "order_mail" set "refund_id" = "id" where "kind" = 'refund';`)
    this.addSql(
      `update "order_mail" set "canceled_at" = now() from "refund" where "refund"."id" = "refund_id" and "refund"."state" = 'rejected';`,
    )
    this.addSql(`drop index "order_mail_once_unique";`)
    this.addSql(
      `create unique index "order_mail_once_unique" on "order_mail" ("order_id", "kind") where "refund_id" is null;`,
    )
    this.addSql(
      `create unique index "order_mail_refund_unique" on "order_mail" ("refund_id", "kind") where "refund_id" is not null;`,
    )
    this.addSql(`alter table "order_mail" drop constraint "order_mail_kind_check";`)
    this.addSql(
      `alter table "order_mail" add constraint "order_mail_kind_check" check ("kind" in ('confirmation', 'fulfillment', 'evidence', 'refund', 'refund_failed'));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`delete from "order_mail" where "kind" = 'refund_failed';`)
    this.addSql(`drop index "order_mail_refund_unique";`)
    this.addSql(`drop index "order_mail_once_unique";`)
    this.addSql(`alter table "order_mail" drop column "refund_id", drop column "canceled_at";`)
    this.addSql(
      `create unique index "order_mail_once_unique" on "order_mail" ("order_id", "kind") where "kind" <> 'refund';`,
    )
    this.addSql(`alter table "order_mail" drop constraint "order_mail_kind_check";`)
    this.addSql(
      `alter table "order_mail" add constraint "order_mail_kind_check" check ("kind" in ('confirmation', 'fulfillment', 'evidence', 'refund'));`,
    )
  }
}
