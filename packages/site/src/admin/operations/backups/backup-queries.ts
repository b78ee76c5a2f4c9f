import { messageOf } from '@priormark/core/platform/http/api-error'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'

const backupsKey = ['backups']

/** How often the state is read again while a backup is made, in milliseconds. */
const runningRefetchMs = 2_000

/** The backups of the server, read again at every visit. */
export function useBackups() {
  const { api } = useAdmin()
  return useQuery({
    queryKey: backupsKey,
    queryFn: ({ signal }) => api.backups.read({}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.isRunning === true ? runningRefetchMs : false),
  })
}

/** Starts a backup. */
export function useStartBackup() {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.backups.start(),
    onSuccess: (state) => queryClient.setQueryData(backupsKey, state),
    onError: (error) => {
      toastError('The backup was not started', messageOf(error, 'Please try again.'))
      return queryClient.invalidateQueries({ queryKey: backupsKey })
    },
  })
}
