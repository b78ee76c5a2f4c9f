import { Migration } from '@mikro-orm/migrations'

/** Renames what an engineer would not guess. Processes of earlier versions must be stopped before. */
export class Migration20261123010000_plain_names extends Migration {
  override name = 'Migration20261123010000_plain_names'

  override up(): void | Promise<void> {
    this.addSql(`alter table "admin" rename column "totp_on_at" to "totp_enabled_at";`)

    this.addSql(`alter table "evm_transaction" rename column "retry_asked" to "retry_requested";`)
    this.addSql(`alter table "evm_transaction" rename column "given_up_at" to "abandoned_at";`)

    this.addSql(`alter table "ots_stamp" rename column "tries" to "attempts";`)
    this.addSql(`alter table "ots_stamp" rename column "next_try_at" to "next_attempt_at";`)

    this.addSql(`alter table "blog_request" rename to "idempotent_request";`)
    this.addSql(`alter table "idempotent_request" rename column "reply" to "response";`)
    this.addSql(`alter index "blog_request_pkey" rename to "idempotent_request_pkey";`)
    this.addSql(
      `alter index "blog_request_created_at_index" rename to "idempotent_request_created_at_index";`,
    )
  }
}
