import type { PageLink } from '@priormark/core/platform/check-result'
import { Link } from 'react-router-dom'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { ExternalLink, publicAddress } from '../platform/ui/links.tsx'

/** A link to a screen of the admin, or to a page outside of it. */
export function OpenPageLink({ link: { path, label } }: { link: PageLink }) {
  const { platform } = useAdmin()
  if (path.startsWith('/admin/')) return <Link to={path}>{label}</Link>
  return <ExternalLink link={publicAddress(path, platform)}>{label}</ExternalLink>
}
