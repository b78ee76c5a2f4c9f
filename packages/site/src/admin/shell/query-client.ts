import { ApiError, NetworkError } from '@priormark/core/http/api-error'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

/** Set on a mutation whose 401 is its own answer, not the end of a session. */
export const ownsUnauthenticated = { ownsUnauthenticated: true }

/**
 * The admin's reading of the server by the specification's defaults: no retry, no refetch on focus, never stale.
 * `networkMode` always, so that a call without a network fails and says so instead of waiting unseen.
 */
export function createQueryClient({ onUnauthenticated }: { onUnauthenticated: () => void }): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isUnauthenticated(error)) onUnauthenticated()
      },
    }),
    mutationCache: new MutationCache({
      // A task later, when change and screen have said that it failed: one toast is shown at a time, and why matters more.
      onSettled: (_data, error, _variables, _result, mutation) => {
        if (isUnauthenticated(error) && mutation.meta !== ownsUnauthenticated) setTimeout(onUnauthenticated)
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

/** Whether a call failed for want of a login. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Whether a call failed because the server is away, busy or broken: what may pass by itself. */
export function isOutage(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  return error instanceof ApiError && (error.status >= 500 || [408, 425, 429].includes(error.status))
}

/** Two retries for what may pass by itself; a refusal is not asked twice. */
export function retryTwice(failureCount: number, error: unknown): boolean {
  const isRefusal = error instanceof ApiError && error.status < 500
  return !isRefusal && failureCount < 2
}
