import { messageOf } from '@priormark/core/platform/http/api-error'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'

const healthKey = ['health']

/** The number of health issues, for the menu. May be five minutes old. */
export function useIssueCount(): number {
  return useHealth(5 * 60_000).data?.issues.length ?? 0
}

/** The health issues. By default, every visit reads them again. */
export function useHealth(staleTimeMs = 0) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: healthKey,
    queryFn: ({ signal }) => api.monitoring.health(undefined, { signal }),
    staleTime: staleTimeMs,
  })
}

/** Sends a failed mail again, then reads the health issues again. */
export function useSendAgain() {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (mailId: string) => api.monitoring.sendAgain({ params: { id: mailId } }),
    onSuccess: () => toast({ title: 'Email queued', description: 'It will be sent in a moment' }),
    onError: (failure) => toastError('The email was not queued', messageOf(failure, 'Please try again.')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: healthKey }),
  })
}

/** Runs the checks of `npm run doctor`. */
export function useRunChecks() {
  const { api } = useAdmin()
  return useMutation({
    mutationFn: () => api.monitoring.runChecks(),
    onError: (failure) => toastError('The checks were not run', messageOf(failure, 'Please try again.')),
  })
}
