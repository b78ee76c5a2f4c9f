import type { Em } from '../sql/database.ts'
import type { HealthIssue } from './health-issue.ts'

/** Finds owners who could not get a new password by email, such as the first one, whom the server created. */
export async function findOwnersWithoutEmail(em: Em): Promise<HealthIssue | null> {
  const owners = await em.execute<{ username: string }[]>(
    `select username from admin where role = 'owner' and disabled_at is null and email is null order by username`,
  )
  if (owners.length === 0) return null
  const names = new Intl.ListFormat('en-US').format(owners.map(({ username }) => username))
  return {
    kind: 'owner_without_email',
    title: `${names} ${owners.length === 1 ? 'has' : 'have'} no email address`,
    remedy:
      'Without one, a forgotten password can only be reset on the server, and no email warns about changes of the account. Add it under Your account.',
    orders: [],
    path: '/admin/account',
  }
}
