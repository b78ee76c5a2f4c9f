/** What the audit log can be narrowed to, with the beginnings of the actions that belong there. */
export const auditTopics = {
  orders: { label: 'Orders', actions: ['order.', 'orders.'] },
  customers: { label: 'Customers and mails', actions: ['customer.', 'mail.'] },
  anchoring: { label: 'Anchoring', actions: ['anchor.', 'anchors.'] },
  blog: { label: 'Blog', actions: ['post.', 'author.', 'image.'] },
  price: { label: 'Price', actions: ['price.'] },
  logins: { label: 'Logins', actions: ['login', 'logout'] },
  accounts: { label: 'Accounts', actions: ['account.', 'admin.'] },
} as const satisfies Record<string, { label: string; actions: readonly string[] }>

export type AuditTopic = keyof typeof auditTopics

/** Their names, in the order in which they are offered. */
export const auditTopicNames = [
  'orders',
  'customers',
  'anchoring',
  'blog',
  'price',
  'logins',
  'accounts',
] as const satisfies readonly AuditTopic[]
