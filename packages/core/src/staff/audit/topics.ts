/** The filters of the audit log, with the prefixes of the actions that belong to each. */
export const auditTopics = {
  orders: { label: 'Orders', actions: ['order.', 'orders.'] },
  customers: { label: 'Customers and emails', actions: ['customer.', 'mail.'] },
  anchoring: { label: 'Recording', actions: ['anchor.', 'anchors.'] },
  blog: { label: 'Blog', actions: ['post.', 'author.', 'category.', 'tag.', 'image.'] },
  price: { label: 'Price and settings', actions: ['price.', 'settings.'] },
  logins: { label: 'Logins', actions: ['login', 'logout'] },
  accounts: { label: 'Accounts', actions: ['account.', 'admin.'] },
} as const satisfies Record<string, { label: string; actions: readonly string[] }>

export type AuditTopic = keyof typeof auditTopics

/** In display order. */
export const auditTopicNames = [
  'orders',
  'customers',
  'anchoring',
  'blog',
  'price',
  'logins',
  'accounts',
] as const satisfies readonly AuditTopic[]
