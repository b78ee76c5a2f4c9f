import { useAdmin } from '../session/admin-context.tsx'
import { lacksTransactionNumber } from '@priormark/core/proofs/anchors/blockchain-link'
import type { Platform } from '@priormark/core/admin-platform'
import type { PageLink } from '@priormark/core/platform/check-result'
import { Link } from 'react-router-dom'

/** A link to another site, which opens outside of the admin. Without a text it shows the address. */
export function ExternalLink({ link, children = link }: { link: string; children?: string }) {
  const { platform } = useAdmin()
  return (
    <a
      href={link}
      style={{ overflowWrap: 'anywhere' }}
      onClick={(click) => {
        click.preventDefault()
        platform.openExternal(link)
      }}
    >
      {children}
    </a>
  )
}

/** Warns about a link that probably does not show a transaction. */
export function LinkWarning({ link }: { link: string }) {
  if (!lacksTransactionNumber(link)) return null
  return (
    <p role="alert">
      This link doesn’t contain a transaction number. Open it and check that it shows the record: customers
      can’t find it on the explorer’s front page.
    </p>
  )
}

/** Returns the absolute address of a path on the public site. */
export function publicAddress(path: string, { publicUrl }: Pick<Platform, 'publicUrl'>): string {
  return new URL(path, publicUrl ?? location.origin).href
}

/** A link to a screen of the admin, or to a page outside of it. */
export function OpenPageLink({ link: { path, label } }: { link: PageLink }) {
  const { platform } = useAdmin()
  if (path.startsWith('/admin/')) return <Link to={path}>{label}</Link>
  return <ExternalLink link={publicAddress(path, platform)}>{label}</ExternalLink>
}

/** Such links on one line. */
export function OpenPageLinks({ links }: { links: readonly PageLink[] }) {
  if (links.length === 0) return null
  return (
    <div className="admin-line">
      {links.map((link) => (
        <OpenPageLink key={link.path} link={link} />
      ))}
    </div>
  )
}
