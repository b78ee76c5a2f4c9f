import { Migration } from '@mikro-orm/migrations'

export class Migration20261124195000_refunds_another_way extends Migration {
  override name = 'Migration20261124195000_refunds_another_way'

  override up(): void | Promise<void> {
    this.addSql(`alter table "refund" alter column "payment_id" drop not null;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`update "refund" set "payment_id" = '' where "payment_id" is null;`)
    this.addSql(`alter table "refund" alter column "payment_id" set not null;`)
  }
}
