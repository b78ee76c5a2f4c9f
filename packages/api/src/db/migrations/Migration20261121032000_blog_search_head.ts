import { Migration } from '@mikro-orm/migrations'

export class Migration20261121032000_blog_search_head extends Migration {
  override name = 'Migration20261121032000_blog_search_head'

  override up(): void | Promise<void> {
    this.addSql(`alter table "blog_post" add column "search_head" tsvector null;`)
    this.addSql(`update "blog_post" set "search_head" = ts_filter("search", '{a,b}');`)
    this.addSql(`create index "blog_post_search_head_index" on "blog_post" using gin ("search_head");`)
  }
}
