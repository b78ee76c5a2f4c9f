import { PasswordChange, type Account, type LoginEntry } from '@priormark/core/staff/auth/account-endpoints'
import type { PropsWithChildren, ReactNode } from 'react'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { sessionQuery } from '../../platform/session/session.ts'
import { RowButton } from '../../platform/ui/RowButton.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { LoadFailed, Loading } from '../../platform/ui/list-states.tsx'
import formStyles from './account.module.css'
import { AccountForm, newPassword, type AccountField } from './AccountForm.tsx'
import { EmailCard } from './EmailCard.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { useAccount } from './use-account.ts'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { StateTag } from '../../platform/ui/StateTag.tsx'
import { useShopDates } from '../../platform/session/shop-dates.tsx'

/** The person's email address, password, two-step verification and logins. `children` are cards of other rooms. */
export function AccountScreen({ children }: PropsWithChildren) {
  return (
    <>
      <ScreenTitle title="Your account" />
      <LoadedAccount>
        {(account) => (
          <div className={`admin-stack ${formStyles.columns}`}>
            <div className="admin-stack">
              <SecondFactorCard account={account} />
              <EmailCard account={account} />
              {children}
              <PasswordCard username={account.username} />
            </div>
            <LoginsCard logins={account.logins} />
          </div>
        )}
      </LoadedAccount>
    </>
  )
}

/** Shown instead of every screen until the person has set up two-step verification, if an owner requires it. */
export function SecondFactorSetupScreen() {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  return (
    <>
      <ScreenTitle title="Set up two-step verification" />
      <p>
        This shop requires it. You need an authenticator app on your phone, such as Google Authenticator,
        Aegis or 1Password. Then you can go on.
      </p>
      <LoadedAccount>
        {(account) => (
          <SecondFactorCard
            account={account}
            onSaved={() => void queryClient.invalidateQueries(sessionQuery(api))}
          />
        )}
      </LoadedAccount>
    </>
  )
}

function LoadedAccount({ children }: { children: (account: Account) => ReactNode }) {
  const { data, isPending, isError, refetch } = useAccount()
  return (
    <>
      {isPending && <Loading label="Loading your account" />}
      {isError && <LoadFailed onRetry={() => refetch()}>Your account could not be loaded.</LoadFailed>}
      {data !== undefined && children(data)}
    </>
  )
}

const passwordFields: readonly AccountField[] = [
  { name: 'currentPassword', label: 'Current password', kind: 'current-password' },
  newPassword('New password'),
]

function PasswordCard({ username }: { username: string }) {
  const { api } = useAdmin()
  return (
    <section className="admin-card" aria-labelledby="password-title">
      <h2 id="password-title">Password</h2>
      <p className="admin-note">Changing it logs you out everywhere else.</p>
      <AccountForm
        label="Change the password"
        username={username}
        fields={passwordFields}
        schema={PasswordChange}
        submitLabel="Change password"
        kind="default"
        failure="The password was not changed"
        onSubmit={async (body) => {
          const { endedLogins } = await api.account.changePassword({ body })
          toast({ title: 'Password changed', description: endedText(endedLogins) })
        }}
      />
    </section>
  )
}

function LoginsCard({ logins }: { logins: readonly LoginEntry[] }) {
  const { formatDay, formatMoment } = useShopDates()
  const { api } = useAdmin()
  const queryClient = useQueryClient()

  const endLogin = useMutation({
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
      <div className={`admin-line ${formStyles.head}`}>
        <h2 id="logins-title">Where you’re logged in</h2>
        {logins.length > 1 && (
          <Button
            loading={endLogin.isPending && endLogin.variables === 'others'}
            onClick={() => endLogin.mutate('others')}
          >
            Log out everywhere else
          </Button>
        )}
      </div>
      <ul className="admin-rows">
        {logins.map((login) => (
          <li key={login.id}>
            <div>
              <strong>{nameOf(login)}</strong>{' '}
              {login.isCurrent && <StateTag state={{ label: 'This login', tone: 'success' }} />}
              <div className="admin-soft">
                Last used {formatMoment(login.lastUsedAt)}
                <br />
                Logged in {formatDay(login.createdAt)}
                {login.network !== null && ` from ${login.network}`}, expires {formatDay(login.expiresAt)}
              </div>
            </div>
            {!login.isCurrent && (
              <RowButton
                label="Log out"
                subject={`${nameOf(login)}, last used ${formatMoment(login.lastUsedAt)}`}
                loading={endLogin.isPending && endLogin.variables === login}
                onClick={() => endLogin.mutate(login)}
              />
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

/** Returns how many other logins ended, such as 'You were logged out in 3 other places.' */
function endedText(count: number): string {
  if (count === 0) return 'You weren’t logged in anywhere else.'
  return count === 1
    ? 'You were logged out in 1 other place.'
    : `You were logged out in ${count} other places.`
}
