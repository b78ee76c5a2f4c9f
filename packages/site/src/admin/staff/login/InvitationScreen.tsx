import { minPasswordLength } from '@priormark/core/staff/auth/account-endpoints'
import { isAllowed, roleLabels } from '@priormark/core/platform/roles'
import { Acceptance } from '@priormark/core/staff/people/link-endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { toast } from '../../../ui/toast-store.ts'
import { AccountForm, type AccountField } from '../account/index.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { homePath, loginPath } from '../../platform/session/admin-paths.ts'
import { LinkCard, linkToken } from './LinkCard.tsx'

const fields: readonly AccountField[] = [
  {
    name: 'username',
    label: 'Username',
    kind: 'username',
    hint: 'You log in with it. Readers never see it.',
  },
  {
    name: 'newPassword',
    label: 'Password',
    kind: 'new-password',
    hint: `At least ${minPasswordLength} characters. Several unrelated words work best.`,
  },
]

const authorField: AccountField = {
  name: 'authorName',
  label: 'Name shown on posts',
  kind: 'nickname',
  hint: 'Readers see it. If you leave it empty, your posts show the blog’s default author. You can change it under Your account.',
  isOptional: true,
}

/** /admin/invitation: someone who was invited chooses a user name and a password, and is logged in. */
export function InvitationScreen() {
  const { api, session } = useAdmin()
  const navigate = useNavigate()
  const [token] = useState(linkToken)
  const offer = useQuery({
    queryKey: ['account-link', token],
    queryFn: ({ signal }) => api.accountLinks.readInvitation({ body: { token } }, { signal }),
  })

  async function accept(chosen: Acceptance) {
    const { username, newPassword } = chosen
    await api.accountLinks.acceptInvitation({ body: { token, ...chosen } })
    // The account exists now, so a failure here is not one of the form.
    const login = await api.auth.login({ body: { username, password: newPassword } }).catch(() => null)
    if (login === null) {
      toast({ title: 'Account created', description: 'Log in with your new username and password.' })
      return navigate(loginPath, { replace: true })
    }
    session.login(login.token)
    return navigate(homePath, { replace: true })
  }

  return (
    <LinkCard title="Create your account" offer={offer}>
      {({ email, role, invitedBy }) => (
        <>
          <p>
            {invitedBy} invited {email} as <strong>{roleLabels[role].title}</strong>. You may work on{' '}
            {roleLabels[role].scope}.
          </p>
          <AccountForm
            label="Create your account"
            fields={isAllowed(role, 'blog') ? [...fields, authorField] : fields}
            schema={Acceptance}
            submitLabel="Create account"
            failure="The account was not created"
            takesFocus
            onSubmit={accept}
          />
        </>
      )}
    </LinkCard>
  )
}
