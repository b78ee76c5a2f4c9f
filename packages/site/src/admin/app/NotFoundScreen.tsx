import { Link } from 'react-router-dom'
import { homePath } from '../platform/session/admin-paths.ts'
import { ScreenTitle } from '../platform/ui/ScreenTitle.tsx'

/** Shown at any unknown path of the admin. */
export function NotFoundScreen() {
  return (
    <div className="admin-message">
      <ScreenTitle title="404 Page Not Found" />
      <p>Did you forget to add the page to the router?</p>
      <p>
        <Link to={homePath}>Back to Dashboard</Link>
      </p>
    </div>
  )
}
