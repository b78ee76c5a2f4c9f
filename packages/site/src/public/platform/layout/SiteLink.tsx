import type { ReactNode } from 'react'
import { useLinkClickHandler } from 'react-router-dom'

interface SiteLinkProps {
  /** An absolute path. */
  to: string
  className?: string | undefined
  children: ReactNode
}

/** The server needs no click handlers, which would take a tenth of its time to render a page. */
const useClickHandler = import.meta.env.SSR ? () => undefined : useLinkClickHandler

/** A link to another page of the site. The router's own Link adds prefetching, whose code is larger than a page's script. */
export function SiteLink({ to, className, children }: SiteLinkProps) {
  return (
    <a href={to} className={className} onClick={useClickHandler(to)}>
      {children}
    </a>
  )
}
