/** The pages that links in emails lead to. The secret follows as the fragment, which browsers do not send to servers. */
export const linkPaths = {
  invitation: '/admin/invitation',
  email: '/admin/confirm-email',
  password: '/admin/new-password',
} as const

/** How long each link works, in hours. */
export const linkHours = { invitation: 7 * 24, email: 24, password: 1 } as const
