import { Migration } from '@mikro-orm/migrations'

export class Migration20261123160000_post_creators extends Migration {
  override name = 'Migration20261123160000_post_creators'

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "blog_post" add column "created_by_id" uuid null, add constraint "blog_post_created_by_id_foreign" foreign key ("created_by_id") references "admin" ("id") on delete set null;`,
    )
    this.addSql(
      `update blog_post p set created_by_id = a.id from audit_entry e join admin a on e.actor in (a.username, a.local_name)
       where e.action = 'post.created' and e.subject = p.id::text;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "blog_post" drop column "created_by_id";`)
  }
}
