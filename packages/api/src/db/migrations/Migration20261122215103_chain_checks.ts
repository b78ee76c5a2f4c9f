import { Migration } from '@mikro-orm/migrations'

export class Migration20261122215103_chain_checks extends Migration {
  override name = 'Migration20261122215103_chain_checks'

  override up(): void | Promise<void> {
    this.addSql(`alter table "anchor" add "latest_time" timestamptz null;`)

    this.addSql(`alter table "evm_attempt" add "gas" bigint not null default '28125';`)

    this.addSql(`alter table "order_mail" drop constraint "order_mail_kind_check";`)
    this.addSql(
      `alter table "order_mail" add constraint "order_mail_kind_check" check ("kind" in ('confirmation', 'fulfillment', 'evidence'));`,
    )

    this.addSql(`alter table "ots_stamp" add "confirmation_headers" jsonb null;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "anchor" drop column "latest_time";`)

    this.addSql(`alter table "evm_attempt" drop column "gas";`)

    this.addSql(`alter table "order_mail" drop constraint "order_mail_kind_check";`)
    this.addSql(
      `alter table "order_mail" add constraint "order_mail_kind_check" check ("kind" in ('confirmation', 'fulfillment'));`,
    )

    this.addSql(`alter table "ots_stamp" drop column "confirmation_headers";`)
  }
}
