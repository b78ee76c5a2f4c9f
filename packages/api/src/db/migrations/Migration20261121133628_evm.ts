import { Migration } from '@mikro-orm/migrations'

export class Migration20261121133628_evm extends Migration {
  override name = 'Migration20261121133628_evm'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "evm_transaction" ("id" uuid not null, "anchor_id" uuid not null, "chain_id" bigint not null, "sender" varchar(42) not null, "nonce" int not null, "created_at" timestamptz not null, "retry_asked" boolean not null default false, "given_up_at" timestamptz null, primary key ("id"));`,
    )
    this.addSql(
      `create unique index "evm_transaction_anchor_unique" on "evm_transaction" ("anchor_id") where "given_up_at" is null;`,
    )
    this.addSql(
      `alter table "evm_transaction" add constraint "evm_transaction_chain_id_sender_nonce_unique" unique ("chain_id", "sender", "nonce");`,
    )

    this.addSql(
      `create table "evm_attempt" ("hash" varchar(66) not null, "transaction_id" uuid not null, "ordinal" int not null, "raw" text not null, "max_fee" bigint not null, "priority_fee" bigint not null, "signed_at" timestamptz not null, "sent_at" timestamptz null, primary key ("hash"));`,
    )
    this.addSql(
      `alter table "evm_attempt" add constraint "evm_attempt_transaction_id_ordinal_unique" unique ("transaction_id", "ordinal");`,
    )

    this.addSql(
      `alter table "evm_transaction" add constraint "evm_transaction_anchor_id_foreign" foreign key ("anchor_id") references "anchor" ("id");`,
    )

    this.addSql(
      `alter table "evm_attempt" add constraint "evm_attempt_transaction_id_foreign" foreign key ("transaction_id") references "evm_transaction" ("id");`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "evm_attempt" drop constraint "evm_attempt_transaction_id_foreign";`)

    this.addSql(`drop table if exists "evm_transaction" cascade;`)
    this.addSql(`drop table if exists "evm_attempt" cascade;`)
  }
}
