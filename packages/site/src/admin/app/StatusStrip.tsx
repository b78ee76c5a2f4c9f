import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { noteDraftFailure, statusParts, useDraftStatus, useDraftWatch } from '../blog/index.ts'
import { downloadsPath, stripText, useDownloads } from '../downloads/index.ts'
import { useAdmin } from '../session/admin-context.tsx'
import styles from './StatusStrip.module.css'

/** Online or offline, what waits to be sent, what must be decided, downloads: each with the way to it. */
export function StatusStrip() {
  useDraftWatch()
  const { platform, session } = useAdmin()
  const { status, isUnavailable } = useDraftStatus()
  const downloadsText = stripText(useDownloads())
  const [isTrying, setTrying] = useState(false)
  if (isUnavailable) {
    return (
      <aside className={styles.strip} aria-label="Connection and drafts">
        <output className={styles.warning}>
          Drafts can’t be saved on this computer. Posts are saved only on the server, so you need a
          connection.
        </output>
      </aside>
    )
  }
  if (status === null) return null
  const { connection } = status

  return (
    <aside className={styles.strip} aria-label="Connection and drafts">
      <div className={styles.parts} aria-live="polite" data-connection={connection}>
        {statusParts(status).map(({ text, path }) =>
          path === null ? (
            <span key="connection" className={styles.connection}>
              {text}
            </span>
          ) : (
            <Link key={text} to={path}>
              {text}
            </Link>
          ),
        )}
      </div>
      {downloadsText !== '' && <Link to={downloadsPath}>{downloadsText}</Link>}
      {(connection === 'offline' || connection === 'failing') && (
        <Button
          size="small"
          loading={isTrying}
          onClick={() => {
            setTrying(true)
            void platform.drafts
              .sync()
              .catch(noteDraftFailure)
              .finally(() => setTrying(false))
          }}
        >
          Sync now
        </Button>
      )}
      {connection === 'unauthenticated' && (
        <Button size="small" onClick={() => session.expire()}>
          Log In
        </Button>
      )}
    </aside>
  )
}
