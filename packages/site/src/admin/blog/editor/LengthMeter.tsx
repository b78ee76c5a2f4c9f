import styles from './LengthMeter.module.css'

/** The recommended and the maximum length of a text, in characters. */
interface LengthGoal {
  recommended?: readonly [number, number]
  max: number
}

/** 'over' is rejected; 'good' is in the recommended range; 'open' is anything else. */
type LengthState = 'open' | 'good' | 'over'

/** Compares a length in characters with its goal. */
export function lengthState(length: number, { recommended, max }: LengthGoal): LengthState {
  if (length > max) return 'over'
  if (recommended === undefined) return 'open'
  return length >= recommended[0] && length <= recommended[1] ? 'good' : 'open'
}

const stateTexts = { open: '', good: ' ✓', over: ' too long' } as const

/** Shows the length of a text and its maximum while it is typed. */
export function LengthMeter({ text, goal }: { text: string; goal: LengthGoal }) {
  const { length } = text.trim()
  const state = lengthState(length, goal)
  return (
    <span className={styles.meter} data-state={state}>
      {length} / {goal.max}
      {stateTexts[state]}
    </span>
  )
}
