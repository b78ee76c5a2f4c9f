import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { loginPath, homePath } from '../../platform/session/admin-paths.ts'
import { PlainButton } from '../../platform/ui/PlainControls.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { LoginFrame } from './LoginFrame.tsx'
import styles from './login.module.css'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { shownEmail } from '@priormark/core/platform/email-address'
import { isAllowed, roleLabels } from '@priormark/core/platform/roles'
import { Acceptance, ForgottenPassword, PasswordReset } from '@priormark/core/staff/people/link-endpoints'
import { toast } from '../../../ui/toast-store.ts'
import { AccountForm, newPassword, type AccountField } from '../account/index.ts'

/** The card of a screen before the login. */
function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <LoginFrame>
      <div className="admin-card">
        <ScreenTitle title={title} className={styles.title} />
        {children}
      </div>
    </LoginFrame>
  )
}

/** Returns the secret of the link that led here. It is in the address's fragment, which browsers do not send to servers. */
function linkToken(): string {
  return location.hash.slice(1)
}

interface LinkCardProps<Details> {
  title: string
  /** Reads what the link is for. Fails if the link is invalid. */
  link: UseQueryResult<Details>
  children: (details: Details) => ReactNode
}

/** A screen that a link in an email leads to. Shows its content once the server has checked the link. */
function LinkCard<Details>({ title, link, children }: LinkCardProps<Details>) {
  const message = invalidLinkText(link.error)
  if (message !== null) return <InvalidLink message={message} />
  return (
    <Card title={title}>
      {link.isPending && <output>Checking the link…</output>}
      {link.isError && (
        <>
          <p role="alert">The link could not be checked.</p>
          <PlainButton kind="default" onClick={() => void link.refetch()}>
            Retry
          </PlainButton>
        </>
      )}
      {link.isSuccess && children(link.data)}
    </Card>
  )
}

/** Returns why a link no longer works. Null without an error, and for any other error. */
function invalidLinkText(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'not_found') return null
  return error.serverMessage ?? 'This link has expired or was already used.'
}

function InvalidLink({ message }: { message: string }) {
  return (
    <Card title="This link doesn’t work">
      <p>{message}</p>
      <p>
        <Link to={loginPath}>Go to the login</Link>
      </p>
    </Card>
  )
}

/** /admin/confirm-email: confirms an email address. It has a button, because some mail servers open every link. */
export function ConfirmEmailScreen() {
  const { api } = useAdmin()
  const [token] = useState(linkToken)
  const confirm = useMutation({ mutationFn: () => api.accountLinks.confirmEmail({ body: { token } }) })
  const message = invalidLinkText(confirm.error)
  if (message !== null) return <InvalidLink message={message} />
  return (
    <Card title="Confirm your email address">
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
            isBusy={confirm.isPending}
            onClick={() => !confirm.isPending && confirm.mutate()}
          >
            Confirm this address
          </PlainButton>
        </>
      )}
    </Card>
  )
}

const invitationFields: readonly AccountField[] = [
  {
    name: 'username',
    label: 'Username',
    kind: 'username',
    hint: 'You log in with it. Readers never see it.',
  },
  newPassword('Password'),
]

const authorField: AccountField = {
  name: 'authorName',
  label: 'Name shown on posts',
  kind: 'nickname',
  hint: 'Readers see it. If you leave it empty, your posts show the blog’s default author. You can change it under Your account.',
  isOptional: true,
}

/** /admin/invitation: an invited person chooses a username and a password, and is logged in. */
export function InvitationScreen() {
  const { api, session } = useAdmin()
  const navigate = useNavigate()
  const [token] = useState(linkToken)
  const [isAccepted, setAccepted] = useState(false)
  const link = useQuery({
    queryKey: ['account-link', token],
    queryFn: ({ signal }) => api.accountLinks.readInvitation({ body: { token } }, { signal }),
    // The login clears the query client. Without this, the link would be read again, but it works only once.
    enabled: !isAccepted,
  })

  async function accept(acceptance: Acceptance) {
    const { username, newPassword } = acceptance
    await api.accountLinks.acceptInvitation({ body: { token, ...acceptance } })
    setAccepted(true)
    // The account exists now, so a failed login is not an error of the form.
    const login = await api.auth.login({ body: { username, password: newPassword } }).catch(() => null)
    if (login === null) {
      toast({ title: 'Account created', description: 'Log in with your new username and password.' })
      return navigate(loginPath, { replace: true })
    }
    session.login(login.token)
    return navigate(homePath, { replace: true })
  }

  if (isAccepted)
    return (
      <LoginFrame>
        <output className="admin-card">Your account is ready. Logging in…</output>
      </LoginFrame>
    )
  return (
    <LinkCard title="Create your account" link={link}>
      {({ email, role, invitedBy }) => (
        <>
          <p>
            {invitedBy} invited {email} as <strong>{roleLabels[role].title}</strong>. You may work on{' '}
            {roleLabels[role].scope}.
          </p>
          <AccountForm
            label="Create your account"
            fields={isAllowed(role, 'blog') ? [...invitationFields, authorField] : invitationFields}
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

/** /admin/new-password: a person who forgot their password chooses a new one. */
export function NewPasswordScreen() {
  const { api } = useAdmin()
  const navigate = useNavigate()
  const [token] = useState(linkToken)
  const link = useQuery({
    queryKey: ['account-link', token],
    queryFn: ({ signal }) => api.accountLinks.readPasswordReset({ body: { token } }, { signal }),
  })
  return (
    <LinkCard title="Choose a new password" link={link}>
      {({ username }) => (
        <>
          <p>
            For <strong>{username}</strong>. You’ll be logged out everywhere.
          </p>
          <AccountForm
            label="Choose a new password"
            username={username}
            fields={[newPassword('New password')]}
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

const forgotFields: readonly AccountField[] = [
  { name: 'email', label: 'Email', kind: 'email', hint: 'The confirmed address of your account.' },
]

/** /admin/forgot-password: requests a link for a new password. */
export function ForgotPasswordScreen() {
  const { api } = useAdmin()
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <Card title="Forgot your password?">
      {sentTo === null ? (
        <AccountForm
          label="Forgot your password?"
          fields={forgotFields}
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
    </Card>
  )
}
