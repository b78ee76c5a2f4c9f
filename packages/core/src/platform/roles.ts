import * as v from 'valibot'

/**
 * What an administrator may do. Owners may do everything; `orders` has orders, customers, recording and the sales figures; `blog`
 * has posts, images and topics, but may delete only the posts that they created.
 */
export const roles = ['owner', 'orders', 'blog'] as const
export const Role = v.picklist(roles, 'Choose a role')
export type Role = v.InferOutput<typeof Role>

/**
 * Which administrators may use something: the owners, a role and the owners, or everyone who is logged in. Only people's own
 * accounts are open to every `login`, which includes people who must still set up two-step verification.
 */
export type StaffAccess = Role | 'login'

/** Whether a role includes something. */
export function isAllowed(role: Role, access: StaffAccess): boolean {
  return access === 'login' || role === 'owner' || role === access
}

/** What a role is called, what someone with it is, and what it includes, to end a sentence. */
export const roleLabels = {
  owner: { name: 'Owner', title: 'an owner', scope: 'everything, including people, prices and settings' },
  orders: {
    name: 'Order manager',
    title: 'an order manager',
    scope: 'orders, customers, recording, evidence and sales figures',
  },
  blog: {
    name: 'Blog writer',
    title: 'a blog writer',
    scope: 'posts, images, categories, tags and authors, without deleting the posts of others',
  },
} as const satisfies Record<Role, { name: string; title: string; scope: string }>

/** Returns what a role includes, as a line of its own. */
export function roleDescription(role: Role): string {
  const { scope } = roleLabels[role]
  return scope.charAt(0).toUpperCase() + scope.slice(1)
}
