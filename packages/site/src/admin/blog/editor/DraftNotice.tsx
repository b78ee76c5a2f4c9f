import { useDraftState } from '../draft-queries.ts'
import { StaleNotice } from '../../platform/ui/lost-server.tsx'
import type { PostStart } from './open-post.ts'
import styles from './EditorNotice.module.css'

const defaultProblem = 'The server rejected this post.'

/** Says if the opened text differs from the server's, or may be outdated. */
export function DraftNotice({ start }: { start: PostStart | null }) {
  if (start === null) return null
  if (start.seenAt !== null) return <StaleNotice at={start.seenAt} />
  return start.isDraft || start.problem !== null ? <UnsentNotice start={start} /> : null
}

/** Shown until the draft is sent, which may happen while it is open. */
function UnsentNotice({ start: { id, problem, isDraft } }: { start: PostStart }) {
  const state = useDraftState(id)
  if (state.data === 'clean') return null
  if (problem !== null) {
    return (
      <div className={styles.notice} role="alert">
        <p>
          {isDraft ? 'Not sent' : 'Not deleted'}: {problem.message ?? defaultProblem}
        </p>
      </div>
    )
  }
  return (
    <div className={styles.notice}>
      <p>This version is saved on this computer but not on the server yet.</p>
    </div>
  )
}
