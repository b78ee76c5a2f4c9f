import { Migration } from '@mikro-orm/migrations'

export class Migration20261123130000_post_views extends Migration {
  override name = 'Migration20261123130000_post_views'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "blog_post_view" ("post_id" uuid not null, "day" date not null, "views" int not null, primary key ("post_id", "day"));`,
    )

    this.addSql(
      `alter table "blog_post_view" add constraint "blog_post_view_post_id_foreign" foreign key ("post_id") references "blog_post" ("id") on delete cascade;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "blog_post_view" cascade;`)
  }
}
