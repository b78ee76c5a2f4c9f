import { Migration } from '@mikro-orm/migrations'

/** Open orders are few: their indexes carry the search text, so that a common word is searched without reading rows. */
export class Migration20261121030300_order_search extends Migration {
  override name = 'Migration20261121030300_order_search'

  override up(): void | Promise<void> {
    this.addSql(
      `update "orders" set "search_text" = left("search_text", 600) where octet_length("search_text") > 2400;`,
    )
    this.addSql(
      `create index "orders_open_index" on "orders" ("status", "created_at", "id") include ("search_text") where "status" <> 'completed';`,
    )
    this.addSql(
      `create index "orders_unfulfilled_index" on "orders" ("created_at", "id") include ("search_text") where "status" = 'paid' and "blockchain_link" is null;`,
    )
    this.addSql(`drop index "orders_to_fulfill_index";`)
  }
}
