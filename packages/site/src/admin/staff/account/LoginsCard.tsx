import type { LoginEntry } from '@priormark/core/staff/auth/account-endpoints'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { endedText } from './account-labels.ts'
import { StateTag } from '../../platform/ui/StateTag.tsx'
import styles from './account.module.css'
import { useShopDates } from '../../platform/session/shop-dates.tsx'

/** The person's logins, and buttons to end them. */
export function LoginsCard({ logins }: { logins: readonly LoginEntry[] }) {
  const { formatDay, formatMoment } = useShopDates()
  const { api } = useAdmin()
  const queryClient = useQueryClient()

  const end = useMutation({
    mutationFn: async (login: LoginEntry | 'others') => {
      if (login === 'others') return endedText((await api.account.endOtherLogins()).endedLogins)
      await api.account.endLogin({ params: { id: login.id } })
      return `${nameOf(login)} is logged out.`
    },
    onSuccess: (description) => toast({ title: 'Logged out', description }),
    onError: (error) => toastError('Logout failed', messageOf(error, 'Please try again.')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['account'] }),
  })

  return (
    <section className="admin-card" aria-labelledby="logins-title">
      <div className={`admin-line ${styles.head}`}>
        <h2 id="logins-title">Where you’re logged in</h2>
        {logins.length > 1 && (
          <Button loading={end.isPending && end.variables === 'others'} onClick={() => end.mutate('others')}>
            Log out everywhere else
          </Button>
        )}
      </div>
      <ul className={`admin-list ${styles.logins}`}>
        {logins.map((login) => (
          <li key={login.id}>
            <div>
              <p className={styles.name}>
                <strong>{nameOf(login)}</strong>
                {login.isCurrent && <StateTag state={{ label: 'This login', tone: 'success' }} />}
              </p>
              <p className={styles.facts}>
                Last used {formatMoment(login.lastUsedAt)}
                <br />
                Logged in {formatDay(login.createdAt)}
                {login.network !== null && ` from ${login.network}`}, expires {formatDay(login.expiresAt)}
              </p>
            </div>
            {!login.isCurrent && (
              <Button
                size="small"
                aria-label={`Log out ${nameOf(login)}, last used ${formatMoment(login.lastUsedAt)}`}
                loading={end.isPending && end.variables === login}
                onClick={() => end.mutate(login)}
              >
                Log out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function nameOf({ client }: LoginEntry): string {
  return client ?? 'Unknown app'
}
