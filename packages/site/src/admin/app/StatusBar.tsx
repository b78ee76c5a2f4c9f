import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { recordDraftFailure, statusParts, useDraftStatus, useDraftUpdates } from '../blog/draft-queries.ts'
import { downloadsPath, downloadStatusText, useDownloads } from '../platform/downloads/downloads.ts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import styles from './AdminFrame.module.css'

/** Shows the connection, unsent drafts, conflicts and downloads, each with a link. */
export function StatusBar() {
  useDraftUpdates()
  const { platform, session } = useAdmin()
  const { status, isUnavailable } = useDraftStatus()
  const downloadsText = downloadStatusText(useDownloads())
  const [isSyncing, setSyncing] = useState(false)
  if (isUnavailable) {
    return (
      <aside className={`admin-line ${styles.bar}`} aria-label="Connection and drafts">
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
    <aside className={`admin-line ${styles.bar}`} aria-label="Connection and drafts">
      <div className={`admin-line ${styles.parts}`} aria-live="polite" data-connection={connection}>
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
          loading={isSyncing}
          onClick={() => {
            setSyncing(true)
            void platform.drafts
              .sync()
              .catch(recordDraftFailure)
              .finally(() => setSyncing(false))
          }}
        >
          Sync now
        </Button>
      )}
      {connection === 'unauthenticated' && (
        <Button size="small" onClick={() => session.expire()}>
          Log in
        </Button>
      )}
    </aside>
  )
}
