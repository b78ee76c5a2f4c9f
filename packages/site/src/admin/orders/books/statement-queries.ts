import { statementEndpoints, type Statement } from '@priormark/core/orders/books/endpoints'
import { statementFileName } from '@priormark/core/orders/books/period'
import { endpointPath } from '@priormark/core/platform/http/endpoint'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'

/** The statement of a period. Its key begins like those of the orders, whose changes it counts. */
export function useStatement(period: string) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: ['orders', 'overview', 'statement', period],
    queryFn: ({ signal }): Promise<Statement> => api.statements.read({ params: { period } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** Downloads a statement. */
export function useDownloadStatement(period: string, ending: 'csv' | 'pdf') {
  const { platform } = useAdmin()
  return useMutation({
    mutationFn: () =>
      platform.download(
        endpointPath(statementEndpoints[ending], { params: { period } }),
        statementFileName(period, ending),
      ),
    onError: () => toastError('Download failed', 'Could not download the file'),
  })
}
