import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../../platform/session/admin-context.tsx'

/** What happened in the last days and months. Its key begins like those of the orders, whose changes it counts. */
export function useOverview() {
  const { api } = useAdmin()
  return useQuery({
    queryKey: ['orders', 'overview'],
    queryFn: ({ signal }) => api.overview.read({}, { signal }),
    staleTime: 60_000,
  })
}
