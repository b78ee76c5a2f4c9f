import type { DownloadManager, DownloadView } from '@priormark/core/platform/downloads/download-manager'
import { Button, Progress } from 'antd'
import { toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../session/admin-context.tsx'
import { ScreenTitle } from '../ui/ScreenTitle.tsx'
import { EmptyList } from '../ui/list-states.tsx'
import {
  downloadAction,
  downloadStateTexts,
  progressPercent,
  progressText,
  useDownloads,
} from './downloads.ts'

const actionLabels = { pause: 'Pause', resume: 'Resume', reveal: 'Show in folder' } as const

/** /admin/downloads: the downloads of the desktop app. */
export function DownloadsScreen() {
  const manager = useAdmin().platform.downloads
  const downloads = useDownloads()
  if (manager === undefined) return null
  return (
    <>
      <ScreenTitle title="Downloads" />
      <section className="admin-card" aria-label="Downloads">
        {downloads.length === 0 && <EmptyList label="No downloads yet" />}
        <ul className="admin-rows">
          {downloads.map((download) => (
            <DownloadLine key={download.id} manager={manager} download={download} />
          ))}
        </ul>
      </section>
    </>
  )
}

function DownloadLine({ manager, download }: { manager: DownloadManager; download: DownloadView }) {
  const { id, fileName, filePath, state, problem } = download
  const action = downloadAction(state)
  const percent = progressPercent(download)
  const isFinished = state === 'done' || state === 'damaged'
  return (
    <li>
      <div style={{ flex: '1 1 320px' }}>
        <strong>
          <bdi>{fileName}</bdi>
        </strong>
        <div className="admin-soft">
          {downloadStateTexts[state]} · {progressText(download)}
        </div>
        {problem !== null && <p className="admin-error">{problem}</p>}
        {state === 'done' && <div className="admin-soft">{filePath}</div>}
        {!isFinished && percent !== null && (
          <Progress
            percent={percent}
            size="small"
            strokeColor={state === 'running' ? 'var(--verified)' : 'var(--ink-soft)'}
            aria-label={`Progress of ${fileName}`}
          />
        )}
      </div>
      <div className="admin-line">
        {action !== null && (
          <Button
            size="small"
            aria-label={`${actionLabels[action]}: ${fileName}`}
            onClick={() => toastFailure(manager[action](id))}
          >
            {actionLabels[action]}
          </Button>
        )}
        <Button
          size="small"
          aria-label={`${isFinished ? 'Remove' : 'Cancel'}: ${fileName}`}
          onClick={() => toastFailure(manager.remove(id))}
        >
          {isFinished ? 'Remove' : 'Cancel'}
        </Button>
      </div>
    </li>
  )
}

function toastFailure(call: Promise<void>): void {
  call.catch(() => toastError('Download failed', 'That didn’t work. The file may have been moved.'))
}
