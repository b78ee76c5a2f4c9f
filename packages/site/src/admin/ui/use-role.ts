import { isAllowed, type Role, type StaffAccess } from '@priormark/core/roles'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../session/admin-context.tsx'
import { sessionQuery } from '../session/session.ts'

/** The person's role; null until it is known, and until they have set up two-step verification if that is required. */
export function useRole(): Role | null {
  const { api } = useAdmin()
  const { data } = useQuery({ ...sessionQuery(api), enabled: false })
  return data == null || data.needsSecondFactor ? null : data.role
}

/** Returns a function that tells what the person's role includes: nothing until the role is known. */
export function useMay(): (access: StaffAccess) => boolean {
  const role = useRole()
  return (access) => role !== null && isAllowed(role, access)
}
