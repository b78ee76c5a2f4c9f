import { roleLabels, type Role } from '@priormark/core/platform/roles'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { homePath } from '../platform/session/admin-paths.ts'
import { ScreenTitle } from '../platform/ui/ScreenTitle.tsx'

/** Shown at any unknown path of the admin. */
export function NotFoundScreen() {
  return (
    <MessageScreen
      title="404 Page Not Found"
      hint={<code className="admin-soft">Did you forget to add the page to the router?</code>}
    >
      There is no screen at this address. Choose one from the menu, or go back to the dashboard.
    </MessageScreen>
  )
}

/** Shown in place of a screen that the person's role does not include. */
export function OutsideRoleScreen({ role }: { role: Role }) {
  const { title, scope } = roleLabels[role]
  return (
    <MessageScreen title="Not part of your role">
      You’re {title}, so you may work on {scope}. An owner can change that under People.
    </MessageScreen>
  )
}

interface MessageScreenProps {
  title: string
  children: ReactNode
  /** A hint for developers, shown last. */
  hint?: ReactNode
}

function MessageScreen({ title, children, hint }: MessageScreenProps) {
  return (
    <div className="admin-message">
      <ScreenTitle title={title} />
      <p>{children}</p>
      <p>
        <Link to={homePath}>Back to Dashboard</Link>
      </p>
      {hint !== undefined && <p>{hint}</p>}
    </div>
  )
}
