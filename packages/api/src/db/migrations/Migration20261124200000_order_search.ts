import { Migration } from '@mikro-orm/migrations'

export class Migration20261124200000_order_search extends Migration {
  override name = 'Migration20261124200000_order_search'

  override up(): void | Promise<void> {
    this.addSql(`drop index "orders_search_index";`)
    this.addSql(
      `create index "orders_search_index" on "orders" using gin (translate(search_text, ' .@-_+', 'qqqqqq') gin_trgm_ops);`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "orders_search_index";`)
    this.addSql(`create index "orders_search_index" on "orders" using gin ("search_text" gin_trgm_ops);`)
  }
}
