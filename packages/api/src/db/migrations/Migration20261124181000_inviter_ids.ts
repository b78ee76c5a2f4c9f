import { Migration } from '@mikro-orm/migrations'

/** Names who sent an invitation by their id. One by a name that nobody has any more could not be canceled with their role. */
export class Migration20261124181000_inviter_ids extends Migration {
  override name = 'Migration20261124181000_inviter_ids'

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "account_link" add column "inviter_id" uuid null, add constraint "account_link_inviter_id_foreign" foreign key ("inviter_id") references "admin" ("id") on delete cascade;`,
    )
    this.addSql(
      `update account_link l set inviter_id = a.id from admin a where l.invited_by in (a.username, a.local_name);`,
    )
    this.addSql(`delete from account_link where kind = 'invitation' and inviter_id is null;`)
    this.addSql(`alter table "account_link" drop column "invited_by";`)
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "account_link" add column "invited_by" varchar(200) null;`)
    this.addSql(`update account_link l set invited_by = a.username from admin a where a.id = l.inviter_id;`)
    this.addSql(`alter table "account_link" drop column "inviter_id";`)
  }
}
