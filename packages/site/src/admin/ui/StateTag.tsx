import { Tag } from 'antd'

/** How a state looks. The mark tells it without color. */
export interface StateMark {
  label: string
  mark?: string
  tone: 'calm' | 'good' | 'open' | 'alarm'
}

const colors = { calm: 'default', good: 'success', open: 'warning', alarm: 'error' } as const

/** A state as a label with its mark. */
export function StateTag({ state: { label, mark, tone } }: { state: StateMark }) {
  return (
    <Tag color={colors[tone]} variant={tone === 'calm' ? 'outlined' : 'filled'}>
      {mark !== undefined && <span aria-hidden>{mark} </span>}
      {label}
    </Tag>
  )
}
