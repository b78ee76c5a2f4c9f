import { Migration } from '@mikro-orm/migrations'

export class Migration20261124182000_account_authors extends Migration {
  override name = 'Migration20261124182000_account_authors'

  override up(): void | Promise<void> {
    this.addSql(`alter table "admin" add "author_id" int null;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "admin" drop column "author_id";`)
  }
}
