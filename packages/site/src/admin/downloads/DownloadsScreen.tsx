import type { DownloadManager, DownloadView } from '@priormark/core/downloads/download-manager'
import { Button, Progress } from 'antd'
import { RegistrationMark } from '../../ui/RegistrationMark.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useTools } from '../shell/admin-tools.tsx'
import { NotFoundScreen } from '../shell/NotFoundScreen.tsx'
import { ScreenTitle } from '../shell/ScreenTitle.tsx'
import styles from './DownloadsScreen.module.css'
import { downloadAction, downloadStateTexts, percentOf, progressText } from './download-words.ts'
import { useDownloads } from './use-downloads.ts'

const actionLabels = { pause: 'Pause', resume: 'Resume', reveal: 'Show in Folder' } as const

/** /admin/downloads: the files that this machine fetches and fetched. */
export function DownloadsScreen() {
  const { downloads } = useTools().platform
  return downloads === undefined ? <NotFoundScreen /> : <Downloads desk={downloads} />
}

function Downloads({ desk }: { desk: DownloadManager }) {
  const downloads = useDownloads()
  return (
    <>
      <ScreenTitle title="Downloads" className={styles.title} />
      <section className="admin-card" aria-label="Downloads">
        {downloads.length === 0 && (
          <div className={styles.empty}>
            <RegistrationMark size={40} filledQuarters={0} />
            <output>No downloads yet</output>
          </div>
        )}
        <ul className={styles.list}>
          {downloads.map((download) => (
            <DownloadLine key={download.id} desk={desk} download={download} />
          ))}
        </ul>
      </section>
    </>
  )
}

function DownloadLine({ desk, download }: { desk: DownloadManager; download: DownloadView }) {
  const { id, fileName, filePath, state, problem } = download
  const action = downloadAction(state)
  const percent = percentOf(download)
  const isOver = state === 'done' || state === 'damaged'
  return (
    <li>
      <div className={styles.facts}>
        <strong>{fileName}</strong>
        <div className="admin-soft">
          {downloadStateTexts[state]} · {progressText(download)}
        </div>
        {problem !== null && <p className={styles.problem}>{problem}</p>}
        {state === 'done' && <div className="admin-soft">{filePath}</div>}
        {!isOver && percent !== null && (
          <Progress
            percent={percent}
            size="small"
            strokeColor={state === 'running' ? 'var(--verified)' : 'var(--ink-soft)'}
            aria-label={`Progress of ${fileName}`}
          />
        )}
      </div>
      <div className={styles.actions}>
        {action !== null && (
          <Button
            size="small"
            aria-label={`${actionLabels[action]}: ${fileName}`}
            onClick={() => orSay(desk[action](id))}
          >
            {actionLabels[action]}
          </Button>
        )}
        <Button
          size="small"
          danger={!isOver}
          aria-label={`${isOver ? 'Remove' : 'Cancel'}: ${fileName}`}
          onClick={() => orSay(desk.remove(id))}
        >
          {isOver ? 'Remove' : 'Cancel'}
        </Button>
      </div>
    </li>
  )
}

function orSay(work: Promise<void>): void {
  work.catch(() =>
    toast({
      title: 'Download failed',
      description: 'This could not be done. The file may have been moved.',
      variant: 'destructive',
    }),
  )
}
