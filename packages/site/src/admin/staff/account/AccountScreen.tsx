import { minPasswordLength, PasswordChange } from '@priormark/core/staff/auth/account-endpoints'
import type { PropsWithChildren } from 'react'
import { toast } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { LoadFailed, Loading } from '../../platform/ui/list-states.tsx'
import { endedText } from './account-labels.ts'
import formStyles from './account.module.css'
import { type AccountField, AccountForm } from './AccountForm.tsx'
import { EmailCard } from './EmailCard.tsx'
import { LoginsCard } from './LoginsCard.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { useAccount } from './use-account.ts'

/** The person's own address, password, two-step verification and logins. `children` are cards of other rooms. */
export function AccountScreen({ children }: PropsWithChildren) {
  const account = useAccount()
  return (
    <>
      <ScreenTitle title="Your account" />
      {account.isPending && <Loading label="Loading your account" />}
      {account.isError && (
        <LoadFailed onRetry={() => account.refetch()}>Your account could not be loaded.</LoadFailed>
      )}
      {account.data !== undefined && (
        <div className={formStyles.columns}>
          <div className="admin-stack">
            <SecondFactorCard account={account.data} />
            <EmailCard account={account.data} />
            {children}
            <PasswordCard username={account.data.username} />
          </div>
          <LoginsCard logins={account.data.logins} />
        </div>
      )}
    </>
  )
}

const passwordFields: readonly AccountField[] = [
  { name: 'currentPassword', label: 'Current password', kind: 'current-password' },
  {
    name: 'newPassword',
    label: 'New password',
    kind: 'new-password',
    hint: `At least ${minPasswordLength} characters. Several unrelated words work best.`,
  },
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
