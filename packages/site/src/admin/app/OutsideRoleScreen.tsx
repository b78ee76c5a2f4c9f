import { roleLabels, type Role } from '@priormark/core/platform/roles'
import { Link } from 'react-router-dom'
import { homePath } from '../platform/session/admin-paths.ts'
import { ScreenTitle } from '../platform/ui/ScreenTitle.tsx'

/** Shown in place of a screen that the person's role does not include. */
export function OutsideRoleScreen({ role }: { role: Role }) {
  const { title, scope } = roleLabels[role]
  return (
    <div className="admin-message">
      <ScreenTitle title="Not part of your role" />
      <p>
        You’re {title}, so you may work on {scope}. An owner can change that under People.
      </p>
      <p>
        <Link to={homePath}>Back to Dashboard</Link>
      </p>
    </div>
  )
}
