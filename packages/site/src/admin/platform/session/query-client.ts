import { ApiError } from '@priormark/core/platform/http/api-error'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

/**
 * Creates the query client, which reads data once: no retry, no refetch on focus, never stale.
 * With `networkMode: 'always'` a call without a network fails at once instead of pausing silently.
 */
export function createQueryClient({
  onUnauthenticated,
  onAccessChanged,
}: {
  onUnauthenticated: () => void
  /** Called when someone has changed what this person may do. */
  onAccessChanged: () => void
}): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isUnauthenticated(error)) onUnauthenticated()
        if (isOutsideRole(error)) onAccessChanged()
      },
    }),
    mutationCache: new MutationCache({
      // Runs a task later, after the toasts of the mutation: only one toast is shown, and the expired session matters more.
      onSettled: (_data, error) => {
        if (isOutsideRole(error)) onAccessChanged()
        if (isUnauthenticated(error)) setTimeout(onUnauthenticated)
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Infinity,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Whether a call failed because the person is not logged in. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Whether the server rejected a call because of the person's role, or because they must set up two-step verification first. */
function isOutsideRole(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'role_required' || error.code === 'second_factor_setup_required'
}

/** Allows two retries, and none after a 4xx. */
export function retryTwice(failureCount: number, error: unknown): boolean {
  const isRejected = error instanceof ApiError && error.status < 500
  return !isRejected && failureCount < 2
}
