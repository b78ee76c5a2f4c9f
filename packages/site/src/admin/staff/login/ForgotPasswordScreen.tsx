import { ForgottenPassword } from '@priormark/core/staff/people/link-endpoints'
import { shownEmail } from '@priormark/core/platform/email-address'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { AccountForm, type AccountField } from '../account/index.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { loginPath } from '../../platform/session/admin-paths.ts'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { LoginFrame } from './LoginFrame.tsx'
import styles from './login.module.css'

const fields: readonly AccountField[] = [
  { name: 'email', label: 'Email', kind: 'email', hint: 'The confirmed address of your account.' },
]

/** /admin/forgot-password: requests a link for a new password. */
export function ForgotPasswordScreen() {
  const { api } = useAdmin()
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <LoginFrame>
      <div className="admin-card">
        <ScreenTitle title="Forgot your password?" className={styles.title} />
        {sentTo === null ? (
          <AccountForm
            label="Forgot your password?"
            fields={fields}
            schema={ForgottenPassword}
            submitLabel="Send link"
            failure="No link was sent"
            takesFocus
            onSubmit={async (body) => {
              await api.accountLinks.forgotPassword({ body })
              setSentTo(shownEmail(body.email))
            }}
          />
        ) : (
          <output>
            <p>
              If {sentTo} belongs to an account, we’ve sent a link to choose a new password. It works for one
              hour.
            </p>
            <p className="admin-soft">Nothing there? Check the spam folder, or ask an owner of the shop.</p>
          </output>
        )}
        <p>
          <Link to={loginPath}>Back to the login</Link>
        </p>
      </div>
    </LoginFrame>
  )
}
