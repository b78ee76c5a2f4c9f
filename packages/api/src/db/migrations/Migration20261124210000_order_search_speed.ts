import { Migration } from '@mikro-orm/migrations'

export class Migration20261124210000_order_search_speed extends Migration {
  override name = 'Migration20261124210000_order_search_speed'

  override up(): void | Promise<void> {
    this.addSql(`drop index "orders_search_index";`)
    this.addSql(
      `create index "orders_search_index" on "orders" using gin (replace(replace(replace(replace(replace(replace(search_text, ' ', 'q'), '.', 'q'), '@', 'q'), '-', 'q'), '_', 'q'), '+', 'q') gin_trgm_ops);`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "orders_search_index";`)
    this.addSql(
      `create index "orders_search_index" on "orders" using gin (translate(search_text, ' .@-_+', 'qqqqqq') gin_trgm_ops);`,
    )
  }
}
