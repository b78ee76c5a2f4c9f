import { useRef, useState } from 'react'
import { unlessBlocked } from '../../../ui/unless-blocked.ts'
import { Dialog } from '../../platform/ui/dialogs.tsx'
import { EmailForm } from './EmailCard.tsx'
import { useAccount } from './use-account.ts'

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
