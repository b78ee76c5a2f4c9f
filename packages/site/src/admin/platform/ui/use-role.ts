import type { Session } from '@priormark/core/staff/auth/endpoints'
import { isAllowed, type Role, type StaffAccess } from '@priormark/core/platform/roles'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../session/admin-context.tsx'
import { sessionQuery } from '../session/session.ts'

/** The person who is logged in. Null until the login is checked, and until required two-step verification is set up. */
export function usePerson(): Pick<Session, 'username' | 'originalUsername' | 'role' | 'authorId'> | null {
  const { api } = useAdmin()
  const { data } = useQuery({ ...sessionQuery(api), enabled: false })
  return data == null || data.needsSecondFactor ? null : data
}

/** The person's role; null until it is known. */
export function useRole(): Role | null {
  return usePerson()?.role ?? null
}

/** Returns a function that says whether the person's role includes an access. False until the role is known. */
export function useMay(): (access: StaffAccess) => boolean {
  const role = useRole()
  return (access) => role !== null && isAllowed(role, access)
}
