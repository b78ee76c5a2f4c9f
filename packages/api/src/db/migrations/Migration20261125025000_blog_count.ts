import { Migration } from '@mikro-orm/migrations'

export class Migration20261125025000_blog_count extends Migration {
  override name = 'Migration20261125025000_blog_count'

  override up(): void | Promise<void> {
    this.addSql(
      `create index "blog_post_published_count_index" on "blog_post" ("status") where "status" = 'published' and "deleted_at" is null;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "blog_post_published_count_index";`)
  }
}
