import { Migration } from '@mikro-orm/migrations'

export class Migration20261124001000_revision_people extends Migration {
  override name = 'Migration20261124001000_revision_people'

  override up(): void | Promise<void> {
    this.addSql(`alter table "blog_revision" add "by_id" uuid null;`)
    this.addSql(
      `update blog_revision r set by_id = a.id from admin a where r."by" = a.username or r."by" = a.local_name;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "blog_revision" drop column "by_id";`)
  }
}
