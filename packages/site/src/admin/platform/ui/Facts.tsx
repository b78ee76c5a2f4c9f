import { Descriptions } from 'antd'
import type { ReactNode } from 'react'

/** Names and values, one below the other. With borders, because only then are the names header cells for screen readers. */
export function Facts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <Descriptions
      bordered
      column={1}
      size="small"
      styles={{ content: { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } }}
      items={facts.map(({ label, value }) => ({ key: label, label, children: value }))}
    />
  )
}
