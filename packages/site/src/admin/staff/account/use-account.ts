import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../../platform/session/admin-context.tsx'

/** How often the account is read again while an address waits to be confirmed, in milliseconds. */
const pendingRefetchMs = 5_000

/** The person's own account. */
export function useAccount() {
  const { api } = useAdmin()
  return useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => api.account.read({}, { signal }),
    // Other browsers change it too.
    staleTime: 0,
    // The link is opened in another tab.
    refetchInterval: ({ state: { data } }) => (data?.pendingEmail == null ? false : pendingRefetchMs),
  })
}
