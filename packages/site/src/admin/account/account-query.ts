import type { Api } from '@priormark/core/api'
import { queryOptions } from '@tanstack/react-query'

/** The account of whoever is logged in. Other browsers change it too: it is read anew whenever it is shown. */
export function accountQuery(api: Api) {
  return queryOptions({
    queryKey: ['account'],
    queryFn: ({ signal }) => api.account.read({}, { signal }),
    staleTime: 0,
  })
}
