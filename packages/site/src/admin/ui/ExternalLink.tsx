import { useAdmin } from '../session/admin-context.tsx'

/** The address of another site, which opens outside of the admin. */
export function ExternalLink({ link }: { link: string }) {
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
      {link}
    </a>
  )
}
