import { AsOf } from '../../shell/AsOf.tsx'
import type { DeskStart } from './desk-start.ts'
import styles from './LocalCopyNotice.module.css'

/** Says what an opened text is where it is not simply what the server has. */
export function DraftNotice({ start }: { start: DeskStart | null }) {
  if (start === null) return null
  if (start.problem !== null) {
    return (
      <div className={styles.notice} role="alert">
        <p>Not sent: {start.problem.sentence}</p>
      </div>
    )
  }
  if (start.seenAt !== null) return <AsOf at={start.seenAt} />
  if (!start.isDraft) return null
  return (
    <div className={styles.notice}>
      <p>This text is saved on this machine and not on the server yet.</p>
    </div>
  )
}
