import { useAdmin } from '../session/admin-context.tsx'

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
