import { Migration } from '@mikro-orm/migrations'

export class Migration20261122230000_time_zone extends Migration {
  override name = 'Migration20261122230000_time_zone'

  override up(): void | Promise<void> {
    this.addSql(`alter table "orders" add "time_zone" varchar(64) null;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "orders" drop column "time_zone";`)
  }
}
