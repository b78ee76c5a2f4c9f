import { postState } from '@priormark/core/blog/post'
import { Button } from 'antd'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { StateTag } from '../../platform/ui/StateTag.tsx'
import { scheduleText } from '../post-dates.ts'
import { postMark } from '../post-state-labels.ts'
import { postAddress } from '../public-post.tsx'
import styles from './PostEditor.module.css'
import type { PostEditorState } from './post-editor-state.ts'

type SavedState = Pick<PostEditorState, 'base' | 'isNew' | 'isPublished'>

/** The status of the post as it was saved last, with its publish date, and a button that opens a published post. */
export function SavedStatus({ state: { base, isNew, isPublished } }: { state: SavedState }) {
  const { platform } = useAdmin()
  return (
    <div className={styles.status}>
      {!isNew && (
        <>
          <StateTag state={postMark(postState(base))} />
          <span className="admin-small">{scheduleText(base)}</span>
        </>
      )}
      {isPublished && (
        <Button onClick={() => platform.openExternal(postAddress(base.slug, platform))}>View</Button>
      )}
    </div>
  )
}
