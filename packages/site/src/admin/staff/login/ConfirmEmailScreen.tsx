import { messageOf } from '@priormark/core/platform/http/api-error'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { PlainButton } from '../../platform/ui/PlainControls.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { deadLinkText, DeadLink, linkToken } from './LinkCard.tsx'
import { LoginFrame } from './LoginFrame.tsx'
import styles from './LoginScreen.module.css'

/** /admin/confirm-email: confirms an email address. By a button, because some mail servers open every link. */
export function ConfirmEmailScreen() {
  const { api } = useAdmin()
  const [token] = useState(linkToken)
  const confirm = useMutation({ mutationFn: () => api.accountLinks.confirmEmail({ body: { token } }) })
  const message = deadLinkText(confirm.error)
  if (message !== null) return <DeadLink message={message} />
  return (
    <LoginFrame>
      <div className="admin-card">
        <ScreenTitle title="Confirm your email address" className={styles.title} />
        {confirm.isSuccess ? (
          <output>
            <p>{confirm.data.email} is confirmed.</p>
            <p>
              <Link to="/admin/account">Go to your account</Link>
            </p>
          </output>
        ) : (
          <>
            <p>You can then choose a new password by email if you forget yours.</p>
            {confirm.isError && (
              <p role="alert">{messageOf(confirm.error, 'That didn’t work. Please try again.')}</p>
            )}
            <PlainButton
              kind="primary"
              isWide
              isBusy={confirm.isPending}
              onClick={() => !confirm.isPending && confirm.mutate()}
            >
              Confirm this address
            </PlainButton>
          </>
        )}
      </div>
    </LoginFrame>
  )
}
