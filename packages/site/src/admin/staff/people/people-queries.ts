import type { Role } from '@priormark/core/platform/roles'
import { shownEmail } from '@priormark/core/platform/email-address'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { sessionQuery } from '../../platform/session/session.ts'

const peopleKey = ['people']

/** How often the list is read again while an invitation is being sent. */
const sendingRefetchMs = 3_000

/** Everyone who may use the admin or is invited to. */
export function usePeople() {
  const { api } = useAdmin()
  return useQuery({
    queryKey: peopleKey,
    queryFn: ({ signal }) => api.people.list({}, { signal }),
    // Other owners can change the list too.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.invitations.some(({ mail }) => mail === 'queued') === true ? sendingRefetchMs : false,
  })
}

export type PeopleChange =
  | { kind: 'rename'; id: string; username: string }
  | { kind: 'role'; id: string; role: Role }
  | { kind: 'disable' | 'enable' | 'endSecondFactor'; id: string }
  | { kind: 'invite'; email: string; role: Role }
  | { kind: 'resend' | 'cancel'; id: string; email: string }
  | { kind: 'require'; isRequired: boolean }

/** Makes a change, and says so in a toast. The forms for renaming and inviting show their own errors. */
export function useChangePeople() {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (change: PeopleChange): Promise<string> => {
      switch (change.kind) {
        case 'rename':
          await api.people.change({ params: { id: change.id }, body: { username: change.username } })
          return 'Renamed'
        case 'role':
          await api.people.change({ params: { id: change.id }, body: { role: change.role } })
          return 'Role changed'
        case 'disable':
        case 'enable':
          await api.people.change({
            params: { id: change.id },
            body: { isDisabled: change.kind === 'disable' },
          })
          return change.kind === 'disable' ? 'Disabled and logged out everywhere' : 'Enabled'
        case 'endSecondFactor':
          await api.people.endSecondFactor({ params: { id: change.id } })
          return 'Two-step verification turned off'
        case 'invite':
          await api.people.invite({ body: { email: change.email, role: change.role } })
          return `Invitation to ${shownEmail(change.email)} created`
        case 'resend':
          await api.people.resend({ params: { id: change.id } })
          return `Invitation to ${shownEmail(change.email)} renewed`
        case 'cancel':
          await api.people.cancel({ params: { id: change.id } })
          return 'Invitation canceled'
        case 'require':
          await api.people.requireSecondFactor({ body: { isRequired: change.isRequired } })
          return change.isRequired
            ? 'Two-step verification is now required'
            : 'Two-step verification is now optional'
      }
    },
    onSuccess: (title) => toast({ title }),
    onError: (error, { kind }) => {
      if (kind === 'rename' || kind === 'invite') return
      toastError('Nothing was changed', messageOf(error, 'Please try again.'))
    },
    onSettled: async () => {
      // Owners may have changed their own account.
      void queryClient.invalidateQueries(sessionQuery(api))
      await queryClient.invalidateQueries({ queryKey: peopleKey })
    },
  })
}
