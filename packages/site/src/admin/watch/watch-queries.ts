import { ApiError } from '@priormark/core/http/api-error'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast-store.ts'
import { useTools } from '../shell/admin-tools.tsx'

const key = ['watch']

/** How old what the menu's dot tells may be, in milliseconds. */
const freshForMs = 5 * 60_000

/** What needs a person, as the menu tells it. @param isLoggedIn false while nobody is known to be */
export function useConcernCount(isLoggedIn: boolean): number {
  const { api } = useTools()
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.monitoring.concerns(undefined, { signal }),
    enabled: isLoggedIn,
    staleTime: freshForMs,
  })
  return data?.concerns.length ?? 0
}

/** What needs a person, read anew at every visit. */
export function useConcerns() {
  const { api } = useTools()
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.monitoring.concerns(undefined, { signal }),
    staleTime: 0,
  })
}

/** Has a mail that failed sent again, and looks what is left. */
export function useSendAgain() {
  const { api } = useTools()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (mailId: string) => api.monitoring.sendAgain({ params: { id: mailId } }),
    onSuccess: () => toast({ title: 'E-mail queued', description: 'It is sent in a moment' }),
    onError: (failure) =>
      toast({
        title: 'Could not send again',
        description: (failure instanceof ApiError && failure.sentence) || 'Please try again.',
        variant: 'destructive',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}
