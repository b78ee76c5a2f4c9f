import { Migration } from '@mikro-orm/migrations'

/** The ids of deleted authors are not used again, also those that only the audit log still names. */
export class Migration20261124190000_author_ids extends Migration {
  override name = 'Migration20261124190000_author_ids'

  override up(): void | Promise<void> {
    this.addSql(`create sequence "blog_author_id_seq" as int owned by "blog_author"."id";`)
    this.addSql(
      `select setval('blog_author_id_seq', greatest(
         (select max("id") from "blog_author"),
         (select max("subject"::int) from "audit_entry" where "action" = 'author.created' and "subject" ~ '^[1-9][0-9]{0,8}$')
       ));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop sequence "blog_author_id_seq";`)
  }
}
