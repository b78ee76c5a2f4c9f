import type { TheirText } from '@priormark/core/drafts/draft-service'
import { formatMoment } from '@priormark/core/dates'
import { Button } from 'antd'
import { ScreenTitle } from '../../ui/ScreenTitle.tsx'
import { differingFields } from './conflict-fields.ts'
import styles from './ConflictScreen.module.css'
import type { PostForm } from './post-form.ts'
import { PostText } from './PostText.tsx'

interface ConflictScreenProps {
  mine: PostForm
  theirs: TheirText
  isSaving: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
  onSaveCopy: () => void
  onBack: () => void
}

/** Shows both versions of a conflict side by side, with choices that lose neither. */
export function ConflictScreen(props: ConflictScreenProps) {
  const { mine, theirs, isSaving, onKeepMine, onTakeTheirs, onSaveCopy, onBack } = props
  const { text: theirForm, savedAt } = theirs
  const differences = theirForm === null ? [] : differingFields(mine, theirForm)
  return (
    <section aria-label="Compare versions">
      <ScreenTitle title={theirForm === null ? 'This post was deleted' : 'Someone else changed this post'} />
      <p className={styles.lead}>
        {theirForm === null
          ? 'It was deleted while you were writing. Your version is still here.'
          : `It was saved${savedAt === null ? '' : ` at ${formatMoment(savedAt)}`} while you were writing. Both versions are kept, whatever you choose.`}
      </p>
      <div className={styles.actions}>
        <Button type="primary" disabled={isSaving} onClick={onKeepMine}>
          {theirForm === null ? 'Restore With My Version' : 'Keep Mine'}
        </Button>
        <Button disabled={isSaving} onClick={onTakeTheirs}>
          {theirForm === null ? 'Leave It Deleted' : 'Take Theirs'}
        </Button>
        <Button disabled={isSaving} onClick={onSaveCopy}>
          Save Mine as a Copy
        </Button>
        <Button type="text" disabled={isSaving} onClick={onBack}>
          Back to my version
        </Button>
      </div>
      <div className={styles.columns}>
        <article className="admin-card" aria-label="My version">
          <h2>My version, not saved yet</h2>
          <Differences lines={differences.map(({ label, mine: text }) => ({ label, text }))} />
          <h3>{mine.title || 'Untitled'}</h3>
          <div className={styles.content}>
            <PostText html={mine.content} />
          </div>
        </article>
        <article className="admin-card" aria-label="Their version">
          {theirForm === null ? (
            <p>The post no longer exists.</p>
          ) : (
            <>
              <h2>Their version {theirs.version}</h2>
              <Differences lines={differences.map(({ label, theirs: text }) => ({ label, text }))} />
              <h3>{theirForm.title}</h3>
              <div className={styles.content}>
                <PostText html={theirForm.content} />
              </div>
            </>
          )}
        </article>
      </div>
    </section>
  )
}

function Differences({ lines }: { lines: { label: string; text: string }[] }) {
  if (lines.length === 0) return null
  return (
    <dl className={styles.facts}>
      {lines.map(({ label, text }) => (
        <div key={label}>
          <dt>{label} (differs)</dt>
          <dd>{text || '(empty)'}</dd>
        </div>
      ))}
    </dl>
  )
}
