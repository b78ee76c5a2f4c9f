import { minPasswordLength } from '@priormark/core/staff/auth/account-endpoints'
import { PasswordReset } from '@priormark/core/staff/people/link-endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { toast } from '../../../ui/toast-store.ts'
import { AccountForm, type AccountField } from '../account/index.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { loginPath } from '../../platform/session/admin-paths.ts'
import { LinkCard, linkToken } from './LinkCard.tsx'

const fields: readonly AccountField[] = [
  {
    name: 'newPassword',
    label: 'New password',
    kind: 'new-password',
    hint: `At least ${minPasswordLength} characters. Several unrelated words work best.`,
  },
]

/** /admin/new-password: someone who forgot their password chooses a new one. */
export function NewPasswordScreen() {
  const { api } = useAdmin()
  const navigate = useNavigate()
  const [token] = useState(linkToken)
  const offer = useQuery({
    queryKey: ['account-link', token],
    queryFn: ({ signal }) => api.accountLinks.readPasswordReset({ body: { token } }, { signal }),
  })
  return (
    <LinkCard title="Choose a new password" offer={offer}>
      {({ username }) => (
        <>
          <p>
            For <strong>{username}</strong>. You’ll be logged out everywhere.
          </p>
          <AccountForm
            label="Choose a new password"
            username={username}
            fields={fields}
            schema={PasswordReset}
            submitLabel="Save password"
            failure="The password was not changed"
            takesFocus
            onSubmit={async ({ newPassword }) => {
              await api.accountLinks.resetPassword({ body: { token, newPassword } })
              toast({
                title: 'Password changed',
                description: `Log in as ${username} with your new password.`,
              })
              await navigate(loginPath, { replace: true })
            }}
          />
        </>
      )}
    </LinkCard>
  )
}
