import { Migration } from '@mikro-orm/migrations'

export class Migration20261121022500_mail_claim extends Migration {
  override name = 'Migration20261121022500_mail_claim'

  override up(): void | Promise<void> {
    this.addSql(`alter table "order_mail" add column "claimed_until" timestamptz null;`)
  }
}
