import { ApiError } from '@priormark/core/platform/http/api-error'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { loginPath } from '../../platform/session/admin-paths.ts'
import { PlainButton } from '../../platform/ui/PlainControls.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { LoginFrame } from './LoginFrame.tsx'
import styles from './LoginScreen.module.css'

/** The secret of the link that led here: the address's fragment, which browsers do not send to servers. */
export function linkToken(): string {
  return location.hash.slice(1)
}

interface LinkCardProps<Offer> {
  title: string
  /** What the link offers, as the server says. */
  offer: UseQueryResult<Offer>
  children: (offer: Offer) => ReactNode
}

/** A screen that a link in an email leads to, once the server has checked the link. */
export function LinkCard<Offer>({ title, offer, children }: LinkCardProps<Offer>) {
  const message = deadLinkText(offer.error)
  if (message !== null) return <DeadLink message={message} />
  return (
    <LoginFrame>
      <div className="admin-card">
        <ScreenTitle title={title} className={styles.title} />
        {offer.isPending && <output>Checking the link…</output>}
        {offer.isError && (
          <>
            <p role="alert">The link could not be checked.</p>
            <PlainButton kind="default" onClick={() => void offer.refetch()}>
              Retry
            </PlainButton>
          </>
        )}
        {offer.isSuccess && children(offer.data)}
      </div>
    </LoginFrame>
  )
}

/** Returns why a link does not work any more; null for other errors, and without one. */
export function deadLinkText(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'not_found') return null
  return error.serverMessage ?? 'This link has expired or was already used.'
}

/** Shown for a link that does not work any more. */
export function DeadLink({ message }: { message: string }) {
  return (
    <LoginFrame>
      <div className="admin-card">
        <ScreenTitle title="This link doesn’t work" className={styles.title} />
        <p>{message}</p>
        <p>
          <Link to={loginPath}>Go to the login</Link>
        </p>
      </div>
    </LoginFrame>
  )
}
