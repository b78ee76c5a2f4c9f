import { EmailChange, type Account } from '@priormark/core/staff/auth/account-endpoints'
import { shownEmail } from '@priormark/core/platform/email-address'
import { useShopDates } from '../../platform/session/shop-dates.tsx'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef, useState, type ComponentProps } from 'react'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { unlessBlocked } from '../../../ui/unless-blocked.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { Dialog } from '../../platform/ui/dialogs.tsx'
import { StateTag, type StateMark } from '../../platform/ui/StateTag.tsx'
import { AccountForm, type AccountField } from './AccountForm.tsx'
import { NoMailServer } from './NoMailServer.tsx'
import { useAccount } from './use-account.ts'

const fields: readonly AccountField[] = [
  { name: 'email', label: 'New email address', kind: 'email', hint: 'A link in an email confirms it.' },
  { name: 'password', label: 'Your password', kind: 'current-password' },
]

/** The email address for "Forgot password?". A link in an email confirms it. */
export function EmailCard({ account }: { account: Account }) {
  const { username, email, pendingEmail, hasMailServer } = account
  const { formatMoment } = useShopDates()
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isChanging, setChanging] = useState(false)

  const change = useMutation({
    mutationFn: (action: 'resend' | 'cancel') =>
      action === 'resend' ? api.account.resendEmail() : api.account.cancelEmail(),
    onSuccess: (_reply, action) => {
      if (action === 'cancel') toast({ title: 'Change canceled' })
      else if (hasMailServer) toast({ title: 'Link sent again' })
      else toast({ title: 'No link was sent', description: 'There is no mail server yet.' })
      // The focused button may disappear.
      heading.current?.focus()
    },
    onError: (error) => toastError('That didn’t work', messageOf(error, 'Please try again.')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['account'] }),
  })

  function close() {
    setChanging(false)
    heading.current?.focus()
  }

  return (
    <section className="admin-card" aria-labelledby="email-title">
      <h2 id="email-title" ref={heading} tabIndex={-1}>
        Email address
      </h2>
      <p className="admin-note">
        {email === null
          ? pendingEmail === null
            ? 'None yet. With one, you can choose a new password if you forget yours.'
            : 'None is confirmed yet.'
          : `${email}. “Forgot password?” on the login page sends a link there.`}
      </p>
      {pendingEmail !== null && (
        <>
          <output className="admin-note">
            <StateTag state={pendingState(pendingEmail)} />{' '}
            {!hasMailServer
              ? `${pendingEmail.email} is not confirmed.`
              : pendingEmail.mail === 'failed'
                ? `The link to ${pendingEmail.email} was not delivered: the mail server rejected the address.`
                : `We sent a link to ${pendingEmail.email}. Open it by ${formatMoment(pendingEmail.expiresAt)} to confirm the address.`}
          </output>
          <NoMailServer />
          <div className="admin-line">
            <Button
              loading={change.isPending && change.variables === 'resend'}
              onClick={() => change.mutate('resend')}
            >
              Send again
            </Button>
            <Button
              loading={change.isPending && change.variables === 'cancel'}
              onClick={() => change.mutate('cancel')}
            >
              Cancel the change
            </Button>
          </div>
        </>
      )}
      {pendingEmail === null && !isChanging && (
        <Button onClick={() => setChanging(true)}>
          {email === null ? 'Add an address' : 'Change address'}
        </Button>
      )}
      {pendingEmail === null && isChanging && (
        <EmailForm username={username} kind="default" onClose={close} />
      )}
    </section>
  )
}

interface EmailFormProps extends Pick<ComponentProps<typeof AccountForm>, 'kind' | 'cancelLabel'> {
  username: string
  /** Called once the link is requested, and when the person cancels. */
  onClose: () => void
}

/** Asks for a new address, and requests an email with a link to confirm it. */
function EmailForm({ onClose, ...props }: EmailFormProps) {
  const { api } = useAdmin()
  const { data: account } = useAccount()
  return (
    <>
      <NoMailServer />
      <AccountForm
        {...props}
        label="Change the email address"
        fields={fields}
        schema={EmailChange}
        submitLabel="Send link"
        failure="The address was not changed"
        takesFocus
        onCancel={onClose}
        onSubmit={async (body) => {
          await api.account.changeEmail({ body })
          const address = shownEmail(body.email)
          if (account?.hasMailServer === false)
            toast({
              title: 'Address saved',
              description: `Once there is a mail server, send a link to confirm ${address}.`,
            })
          else toast({ title: 'Link sent', description: `Open it to confirm ${address}.` })
          onClose()
        }}
      />
    </>
  )
}

/** Asks for an email address after the login to an account that has none, and only once in each browser. */
export function EmailQuestion() {
  const { data: account } = useAccount()
  const [isClosed, setClosed] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  if (account === undefined) return null
  const { username, email, pendingEmail } = account
  const storageKey = `priormark.email-asked.${username}`
  const wasAsked = unlessBlocked(() => localStorage.getItem(storageKey)) !== null

  function close() {
    unlessBlocked(() => localStorage.setItem(storageKey, ''))
    setClosed(true)
  }

  return (
    <Dialog
      title="Add your email address"
      isOpen={email === null && pendingEmail === null && !wasAsked && !isClosed}
      onClose={close}
      width={440}
      footer={null}
      afterOpenChange={(isShown) => {
        if (isShown) content.current?.querySelector<HTMLElement>('input[type="email"]')?.focus()
      }}
    >
      <div ref={content}>
        <p>With one, you can choose a new password if you forget yours.</p>
        <EmailForm username={username} cancelLabel="Later" onClose={close} />
      </div>
    </Dialog>
  )
}

function pendingState({ mail, expiresAt }: NonNullable<Account['pendingEmail']>): StateMark {
  if (mail === 'failed') return { label: 'Not delivered', mark: '✕', tone: 'error' }
  if (Date.parse(expiresAt) <= Date.now()) return { label: 'Link expired', mark: '!', tone: 'warning' }
  return { label: 'Waiting for confirmation', mark: '!', tone: 'warning' }
}
