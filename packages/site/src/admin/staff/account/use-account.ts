import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../../platform/session/admin-context.tsx'

/** How often the account is read again while an email address waits to be confirmed. */
const pendingRefetchMs = 5_000

/** The person's own account. */
export function useAccount() {
  const { api } = useAdmin()
  return useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => api.account.read({}, { signal }),
    // Logins in other browsers change the account.
    staleTime: 0,
    // The link that confirms the address is opened in another tab.
    refetchInterval: ({ state: { data } }) => (data?.pendingEmail == null ? false : pendingRefetchMs),
  })
}
