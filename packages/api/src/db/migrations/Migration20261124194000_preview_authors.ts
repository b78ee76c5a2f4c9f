import { Migration } from '@mikro-orm/migrations'

export class Migration20261124194000_preview_authors extends Migration {
  override name = 'Migration20261124194000_preview_authors'

  override up(): void | Promise<void> {
    this.addSql(`alter table "blog_preview" add "author_id" int null;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "blog_preview" drop column "author_id";`)
  }
}
