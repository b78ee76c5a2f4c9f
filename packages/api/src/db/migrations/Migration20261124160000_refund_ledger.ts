import { Migration } from '@mikro-orm/migrations'

export class Migration20261124160000_refund_ledger extends Migration {
  override name = 'Migration20261124160000_refund_ledger'

  override up(): void | Promise<void> {
    this.addSql(`alter table "refund" add "payment_id" varchar(255) null;`)
    this.addSql(`alter table "refund" add "failed_at" timestamptz null;`)
    this.addSql(
      `update "refund" set "payment_id" = coalesce("orders"."payment_intent_id", '') from "orders" where "orders"."id" = "refund"."order_id";`,
    )
    this.addSql(`alter table "refund" alter column "payment_id" set not null;`)
    // Refunds that were made in the provider's dashboard before the table existed: only their sum and last time are known.
    this.addSql(
      `insert into "refund" ("id", "order_id", "payment_id", "amount_cents", "state", "requested_by", "requested_at", "refunded_at")
       select gen_random_uuid(), "orders"."id", "payment_intent_id", "refunded_cents" - "known"."cents", 'sent', 'stripe',
         coalesce("refunded_at", "updated_at"), coalesce("refunded_at", "updated_at")
       from "orders", lateral (
         select coalesce(sum("amount_cents"), 0)::int as "cents" from "refund"
         where "order_id" = "orders"."id" and "state" = 'sent'
       ) as "known"
       where "payment_intent_id" is not null and "refunded_cents" > "known"."cents";`,
    )
    this.addSql(`create index "refund_refunded_at_index" on "refund" ("refunded_at");`)
    this.addSql(
      `create index "refund_failed_at_index" on "refund" ("failed_at") where "failed_at" is not null;`,
    )

    this.addSql(`drop index "orders_refunded_at_index";`)
    this.addSql(`alter table "orders" drop column "refunded_at";`)
    this.addSql(
      `alter table "orders" add "disputed_cents" int not null default 0, add "disputed_at" timestamptz null, add "dispute_returned_at" timestamptz null, add "other_payment_ids" jsonb null;`,
    )
    // An inquiry takes no money.
    this.addSql(
      `update "orders" set "disputed_cents" = "amount_cents" - "refunded_cents", "disputed_at" = coalesce(
         (select min("at") from "order_event" where "order_id" = "orders"."id" and "kind" = 'payment_state' and "detail" like '%dispute%'),
         "updated_at")
       where "dispute" is not null and "dispute"->>'status' not like 'warning%';`,
    )
    this.addSql(
      `create index "orders_disputed_at_index" on "orders" ("disputed_at") where "disputed_at" is not null;`,
    )
    // The timeline names the second payment of an order.
    this.addSql(
      `update "orders" set "other_payment_ids" = "found"."ids" from (
         select "order_id", jsonb_agg(distinct substring("detail" from ' by (pi_\\w+) where ')) as "ids" from "order_event"
         where "kind" = 'payment_state' and "detail" ~ ' by pi_\\w+ where ' group by "order_id"
       ) as "found"
       where "found"."order_id" = "orders"."id" and "payment_state" = 'mismatch'
         and not "found"."ids" @> to_jsonb("payment_intent_id"::text);`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "orders_disputed_at_index";`)
    this.addSql(
      `alter table "orders" drop column "disputed_cents", drop column "disputed_at", drop column "dispute_returned_at", drop column "other_payment_ids";`,
    )
    this.addSql(`alter table "orders" add "refunded_at" timestamptz null;`)
    this.addSql(
      `update "orders" set "refunded_at" = (select max("refunded_at") from "refund" where "order_id" = "orders"."id" and "state" = 'sent');`,
    )
    this.addSql(
      `create index "orders_refunded_at_index" on "orders" ("refunded_at") include ("refunded_cents") where "refunded_at" is not null;`,
    )

    this.addSql(`drop index "refund_refunded_at_index";`)
    this.addSql(`drop index "refund_failed_at_index";`)
    this.addSql(`alter table "refund" drop column "payment_id", drop column "failed_at";`)
  }
}
