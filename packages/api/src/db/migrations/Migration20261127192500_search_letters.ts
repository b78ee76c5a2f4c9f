import { Migration } from '@mikro-orm/migrations'
import { indexPost, postSearchText } from '../../blog/post-search.ts'
import { orderSearchText } from '../../orders/order-search.ts'

/** A search folds more letters than before, so the texts that it compares are computed again. */
export class Migration20261127192500_search_letters extends Migration {
  override name = 'Migration20261127192500_search_letters'

  override async up(): Promise<void> {
    await this.#foldOrders()
    await this.#foldPosts()
  }

  override down(): void {
    // The new texts serve the former search as well.
  }

  /** Reads a thousand at a time, to limit memory, and writes the few that change. */
  async #foldOrders(): Promise<void> {
    const em = this.getEntityManager()
    let lastId = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const orders = await em.execute<(Parameters<typeof orderSearchText>[0] & { searchText: string })[]>(
        `select id, first_name as "firstName", last_name as "lastName", email, project_name as "projectName",
           search_text as "searchText" from orders where id > ? order by id limit 1000`,
        [lastId],
      )
      for (const order of orders) {
        const searchText = orderSearchText(order)
        if (searchText === order.searchText) continue
        await em.execute('update orders set search_text = ? where id = ?', [searchText, order.id])
      }
      const last = orders.at(-1)
      if (last === undefined) return
      lastId = last.id
    }
  }

  async #foldPosts(): Promise<void> {
    const em = this.getEntityManager()
    const ids = await em.execute<{ id: string }[]>('select id from blog_post where deleted_at is null')
    for (const { id } of ids) {
      const [post] = await em.execute<
        { id: string; title: string; summary: string; excerpt: string; content: string }[]
      >('select id, title, summary, excerpt, content from blog_post where id = ?', [id])
      if (post === undefined) continue
      await em.execute('update blog_post set search_text = ? where id = ?', [postSearchText(post), id])
      await indexPost(em, post)
    }
  }
}
