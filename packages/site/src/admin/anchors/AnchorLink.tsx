import { useAdmin } from '../session/admin-context.tsx'
import styles from './AnchorLink.module.css'

/** The page that shows a record, opened outside of the admin. */
export function AnchorLink({ link }: { link: string }) {
  const { platform } = useAdmin()
  return (
    <a
      href={link}
      className={styles.link}
      onClick={(click) => {
        click.preventDefault()
        platform.openExternal(link)
      }}
    >
      {link}
    </a>
  )
}
