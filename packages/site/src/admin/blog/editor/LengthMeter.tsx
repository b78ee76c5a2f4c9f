import styles from './LengthMeter.module.css'

/** How a text's length stands: what is recommended, and what is allowed at most, in characters. */
interface LengthGoal {
  recommended?: readonly [number, number]
  max: number
}

/** 'over' is refused; 'good' lies in the recommended range; 'open' is anything else. */
type LengthState = 'open' | 'good' | 'over'

/** How a length in characters stands against its goal. */
export function lengthState(length: number, { recommended, max }: LengthGoal): LengthState {
  if (length > max) return 'over'
  if (recommended === undefined) return 'open'
  return length >= recommended[0] && length <= recommended[1] ? 'good' : 'open'
}

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
