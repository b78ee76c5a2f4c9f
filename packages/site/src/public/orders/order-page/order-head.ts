import type { OrderPageView } from '@priormark/core/orders/order-page-view'
import type { Shop } from '@priormark/core/settings/shop'
import { meta } from '../../platform/head/head-tags.ts'

const titles: Record<OrderPageView['kind'], string> = {
  order: 'Your order, step by step',
  missing: 'We can’t find this order',
  failed: 'Your order can’t be shown right now',
}

/**
 * Returns the head of an order's page: its title as plain text, and its other tags as HTML. It contains neither the
 * order's name nor its address, which is a secret.
 */
export function orderHead(view: OrderPageView, { name }: Shop): { title: string; tags: string[] } {
  return { title: `${titles[view.kind]} | ${name}`, tags: [meta('name', 'robots', 'noindex')] }
}
