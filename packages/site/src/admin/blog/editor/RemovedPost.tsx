import type { DraftView } from '@priormark/core/blog/drafts/draft-service'
import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { toast } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import styles from './ConflictScreen.module.css'
import { PostText } from './PostText.tsx'
import { listPath } from './use-editor-save.ts'

/** A post that was deleted on this computer but not on the server yet. */
export function RemovedPost({ view }: { view: DraftView }) {
  const { id, state, theirs, revision } = view
  const { drafts } = useAdmin().platform
  const navigate = useNavigate()
  const back = () => navigate(listPath)

  async function decide(resolution: 'mine' | 'theirs'): Promise<void> {
    const basedOn = { version: theirs?.version ?? null, revision }
    const result = await drafts.save({ id, content: null, basedOn, resolution })
    if (result.kind === 'conflict') {
      const description = 'Open the post again and compare the versions.'
      toast({ title: 'The post changed again', description, variant: 'destructive' })
    }
    await back()
  }

  if (state !== 'conflict') {
    return (
      <div className="admin-message">
        <ScreenTitle title="This post is deleted" />
        <p>It’s deleted on this computer, and will be deleted on the server as soon as possible.</p>
        <Button onClick={() => void back()}>Back</Button>
      </div>
    )
  }
  const text = theirs?.text ?? null
  return (
    <section aria-label="Deleted here, changed on the server">
      <ScreenTitle title="Someone changed the post that you deleted" />
      <p className={styles.lead}>
        {text === null ? 'It was deleted on the server too.' : 'It was saved after you last saw it.'}
      </p>
      <div className={styles.actions}>
        <Button type="primary" onClick={() => void decide('mine')}>
          {text === null ? 'Leave it deleted' : 'Delete anyway'}
        </Button>
        {text !== null && <Button onClick={() => void decide('theirs')}>Keep theirs</Button>}
        <Button type="text" onClick={() => void back()}>
          Decide later
        </Button>
      </div>
      {text !== null && (
        <article className="admin-card" aria-label="Their version">
          <h2>Their version {theirs?.version}</h2>
          <h3>{text.title}</h3>
          <div className={styles.content}>
            <PostText html={text.content} />
          </div>
        </article>
      )}
    </section>
  )
}
