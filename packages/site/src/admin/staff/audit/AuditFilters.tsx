import { auditTopicNames, auditTopics } from '@priormark/core/staff/audit/endpoints'
import { Button, Input } from 'antd'
import { useCallback, useId } from 'react'
import { NativeSelect } from '../../platform/ui/NativeSelect.tsx'
import { SearchField } from '../../platform/ui/SearchField.tsx'
import { auditFilterParams, emptyAuditFilter, type AuditFilter } from './audit-filter.ts'
import styles from './AuditFilters.module.css'

interface AuditFiltersProps {
  filter: AuditFilter
  actors: readonly string[]
  onChange: (change: Partial<AuditFilter>) => void
}

const topics = [
  { value: '', label: 'Everything' } as const,
  ...auditTopicNames.map((value) => ({ value, label: auditTopics[value].label })),
]

/** Filters the log by text, actor, topic and date. */
export function AuditFilters({ filter, actors, onChange }: AuditFiltersProps) {
  const id = useId()
  const searchFor = useCallback((search: string) => onChange({ search }), [onChange])
  // The chosen actor stays an option even if that administrator no longer exists.
  const names = filter.actor === '' || actors.includes(filter.actor) ? actors : [...actors, filter.actor]
  return (
    <search className={styles.filters} aria-label="Filter the audit log">
      <div className={styles.search}>
        <SearchField
          label="Search the audit log"
          placeholder="Name, action, order ID, address or detail"
          value={filter.search}
          onSearch={searchFor}
        />
      </div>
      <label htmlFor={`${id}-who`}>Who</label>
      <NativeSelect
        id={`${id}-who`}
        value={filter.actor}
        options={[{ value: '', label: 'Everyone' }, ...names.map((value) => ({ value, label: value }))]}
        onChange={(actor) => onChange({ actor })}
      />
      <label htmlFor={`${id}-what`}>What</label>
      <NativeSelect
        id={`${id}-what`}
        value={filter.topic}
        options={topics}
        onChange={(topic) => onChange({ topic })}
      />
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className={styles.day}>
          <label htmlFor={`${id}-${end}`}>{end === 'from' ? 'From' : 'To'}</label>
          <Input
            id={`${id}-${end}`}
            type="date"
            value={filter[end]}
            {...(end === 'from' ? { max: filter.to } : { min: filter.from })}
            onChange={({ target }) => onChange({ [end]: target.value })}
          />
        </div>
      ))}
      {auditFilterParams({ ...filter, page: 1 }).size > 0 && (
        <Button onClick={() => onChange(emptyAuditFilter)}>Reset</Button>
      )}
    </search>
  )
}
