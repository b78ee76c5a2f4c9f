import { Tag } from 'antd'

/** How a state looks. The mark shows it without color. */
export interface StateMark {
  label: string
  mark?: string
  tone: 'neutral' | 'success' | 'warning' | 'error'
}

const colors = { neutral: 'default', success: 'success', warning: 'warning', error: 'error' } as const

/** A state as a label with its mark. */
export function StateTag({ state: { label, mark, tone } }: { state: StateMark }) {
  return (
    <Tag color={colors[tone]} variant={tone === 'neutral' ? 'outlined' : 'filled'}>
      {mark !== undefined && <span aria-hidden>{mark} </span>}
      {label}
    </Tag>
  )
}
