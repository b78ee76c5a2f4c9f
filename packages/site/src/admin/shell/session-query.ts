import type { Api } from '@priormark/core/api'
import { nullWhenUnauthenticated } from '@priormark/core/http/client'
import { queryOptions } from '@tanstack/react-query'

/** The check of the credential, once for each start and login; null where the server refuses it. */
export function sessionQuery(api: Api) {
  return queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => nullWhenUnauthenticated(api.auth.ping({}, { signal })),
  })
}
