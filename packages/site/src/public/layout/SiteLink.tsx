import type { ReactNode } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'

interface SiteLinkProps {
  to: string
  className?: string | undefined
  children: ReactNode
}

/** A link to another page of the site. The router's own Link adds prefetching, which is larger than a page's script. */
export function SiteLink({ to, className, children }: SiteLinkProps) {
  return (
    <a href={useHref(to)} className={className} onClick={useLinkClickHandler(to)}>
      {children}
    </a>
  )
}
