import { minPasswordLength, PasswordChange } from '@priormark/core/staff/auth/account-endpoints'
import { toast } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { AccountForm, type AccountField } from './AccountForm.tsx'
import formStyles from './AccountForm.module.css'
import { endedText } from './account-labels.ts'

const fields: readonly AccountField[] = [
  { name: 'currentPassword', label: 'Current password', kind: 'current-password' },
  {
    name: 'newPassword',
    label: 'New password',
    kind: 'new-password',
    hint: `At least ${minPasswordLength} characters. Several unrelated words work best.`,
  },
]

export function PasswordCard({ username }: { username: string }) {
  const { api } = useAdmin()
  return (
    <section className="admin-card" aria-labelledby="password-title">
      <h2 id="password-title">Password</h2>
      <p className={formStyles.note}>Changing it logs you out everywhere else.</p>
      <AccountForm
        label="Change the password"
        username={username}
        fields={fields}
        schema={PasswordChange}
        submitLabel="Change password"
        failure="The password was not changed"
        onSubmit={async (body) => {
          const { endedLogins } = await api.account.changePassword({ body })
          toast({ title: 'Password changed', description: endedText(endedLogins) })
        }}
      />
    </section>
  )
}
