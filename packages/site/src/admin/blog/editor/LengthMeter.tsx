import { lengthState, type LengthGoal } from './length-states.ts'
import styles from './LengthMeter.module.css'

const words = { open: '', good: ' ✓', over: ' too long' } as const

/** How long a text is of what it may be, as it is typed. */
export function LengthMeter({ text, goal }: { text: string; goal: LengthGoal }) {
  const { length } = text.trim()
  const state = lengthState(length, goal)
  return (
    <span className={styles.meter} data-state={state}>
      {length} / {goal.max}
      {words[state]}
    </span>
  )
}
