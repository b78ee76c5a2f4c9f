import { Migration } from '@mikro-orm/migrations'

/** Entries of the audit log from before Migration20261124180000_legal_numbers named versions by their former numbers. */
export class Migration20261124193000_legal_details extends Migration {
  override name = 'Migration20261124193000_legal_details'

  override up(): void | Promise<void> {
    this.addSql(
      `update "audit_entry" set "detail" = regexp_replace("detail", '[0-9]+$', '')
         || (substring("detail" from '[0-9]+$')::int + 1)
       where "action" = 'settings.legal_published' and "detail" ~ ', version [0-9]{1,8}$' and "at" < (
         select min("executed_at") from "mikro_orm_migrations" where "name" = 'Migration20261124180000_legal_numbers'
       );`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql('select 1;')
  }
}
