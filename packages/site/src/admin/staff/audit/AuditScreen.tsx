import {
  type AuditEntry,
  auditTopicNames,
  auditTopics,
  type AuditTopic,
} from '@priormark/core/staff/audit/endpoints'
import {
  auditDetail,
  auditSeparator,
  auditPhrase,
  auditSubjectName,
} from '@priormark/core/staff/audit/audit-phrases'
import { auditPageSize, maxSearchLength } from '@priormark/core/platform/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment, useId } from 'react'
import { Link } from 'react-router-dom'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { useListFilter, type TypedSearch } from '../../platform/ui/list-filter.ts'
import { filterParams, readDay, readPage } from '../../platform/ui/page-params.ts'
import { Pager } from '../../platform/ui/Pager.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { EmptyList, LoadFailed, Loading } from '../../platform/ui/list-states.tsx'
import styles from './AuditScreen.module.css'
import { useShopDates } from '../../platform/session/shop-dates.tsx'
import { Button } from 'antd'
import { DayInput } from '../../platform/ui/DayInput.tsx'
import { NativeSelect } from '../../platform/ui/NativeSelect.tsx'
import { SearchField } from '../../platform/ui/SearchField.tsx'

/** The filter of the audit log, kept in the address. '' does not filter. */
interface AuditFilter {
  search: string
  actor: string
  topic: AuditTopic | ''
  /** Whole days of the shop's time zone, such as '2026-11-21'. */
  from: string
  to: string
  /** From 1. */
  page: number
}

const emptyAuditFilter: AuditFilter = { search: '', actor: '', topic: '', from: '', to: '', page: 1 }

/** Reads the filter from an address. Invalid values are ignored. */
function readAuditFilter(params: URLSearchParams): AuditFilter {
  const readText = (name: string) => (params.get(name) ?? '').trim().slice(0, maxSearchLength)
  return {
    search: readText('search'),
    actor: readText('actor'),
    topic: auditTopicNames.find((topic) => topic === params.get('topic')) ?? '',
    from: readDay(params.get('from')),
    to: readDay(params.get('to')),
    page: readPage(params),
  }
}

/** Returns the query of a filter, without default values. */
const auditFilterParams = (filter: AuditFilter) => filterParams(filter, emptyAuditFilter)

/** /admin/audit: what administrators did, newest first. */
export function AuditScreen() {
  const { api } = useAdmin()
  const { filter, changeFilter, search } = useListFilter({ read: readAuditFilter, write: auditFilterParams })
  const isFiltered = auditFilterParams({ ...filter, page: 1 }).size > 0

  const audit = useQuery({
    queryKey: ['audit', filter],
    queryFn: ({ signal }) => api.audit.list({ query: { ...filter, limit: auditPageSize } }, { signal }),
    placeholderData: keepPreviousData,
    // Every change in the admin adds an entry.
    staleTime: 0,
  })
  const entries = audit.data?.entries ?? []

  return (
    <>
      <ScreenTitle title="Audit log" />
      <section className="admin-card" aria-label="Audit log">
        <AuditFilters
          filter={filter}
          search={search}
          actors={audit.data?.actors ?? []}
          onChange={(change) => changeFilter(change, { replace: true })}
        />
        {audit.isPending && <Loading label="Loading the audit log" />}
        {audit.isError && (
          <LoadFailed onRetry={() => audit.refetch()}>The audit log could not be loaded.</LoadFailed>
        )}
        {audit.isSuccess && entries.length === 0 && (
          <EmptyList label={isFiltered ? 'No entries match.' : 'No entries yet.'} />
        )}
        {audit.isSuccess && entries.length > 0 && (
          <>
            <ul
              className={`admin-list ${styles.entries}`}
              aria-label="Entries, newest first"
              aria-busy={audit.isFetching}
            >
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ul>
            <Pager
              label="Pages of the audit log"
              page={filter.page}
              pageSize={auditPageSize}
              rowCount={entries.length}
              total={{ count: audit.data.total, isCapped: false }}
              onPage={(page) => changeFilter({ page }, { preventScrollReset: false })}
            />
          </>
        )}
      </section>
    </>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { formatMoment } = useShopDates()
  const { at, actor, action, detail, address } = entry
  const details = auditDetail(action, detail)
  return (
    <li>
      <time dateTime={at}>{formatMoment(at)}</time>
      <span className={styles.phrase}>
        <strong>{actor}</strong> {auditPhrase(action)}
        <Subject entry={entry} />
        {details !== '' && (
          <span className="admin-soft">
            {auditSeparator(action)}
            {details}
          </span>
        )}
      </span>
      <span className={styles.address}>{address}</span>
    </li>
  )
}

/** The name of an entry's subject, with a link to it if it still exists. */
function Subject({ entry }: { entry: AuditEntry }) {
  const { action, subject, subjectName } = entry
  if (subject === null) return null
  const name = auditSubjectName(entry)
  return <> {subjectName === null ? name : <Link to={subjectPath(action, subject)}>{name}</Link>}</>
}

function subjectPath(action: string, subject: string): string {
  if (action.startsWith('post.')) return `/admin/blog/editor?id=${subject}`
  return /^(?:category|tag|author)\./.test(action) ? '/admin/blog/topics' : `/admin/orders/${subject}`
}

interface AuditFiltersProps {
  filter: AuditFilter
  search: TypedSearch
  actors: readonly string[]
  onChange: (change: Partial<AuditFilter>) => void
}

const topics = [
  { value: '', label: 'Everything' } as const,
  ...auditTopicNames.map((value) => ({ value, label: auditTopics[value].label })),
]

function AuditFilters({ filter, search, actors, onChange }: AuditFiltersProps) {
  const id = useId()
  // The chosen actor stays an option even if that administrator no longer exists.
  const names = new Set([...actors, ...(filter.actor === '' ? [] : [filter.actor])])
  return (
    <search className={`admin-head admin-fields ${styles.filters}`} aria-label="Filter the audit log">
      <SearchField
        label="Search the audit log"
        placeholder="Name, action, order ID, address or detail"
        search={search}
      />
      <label htmlFor={`${id}-who`}>Who</label>
      <NativeSelect
        id={`${id}-who`}
        value={filter.actor}
        options={[
          { value: '', label: 'Everyone' },
          ...Array.from(names, (name) => ({ value: name, label: name })),
        ]}
        onChange={(actor) => onChange({ actor })}
      />
      <label htmlFor={`${id}-what`}>What</label>
      <NativeSelect
        id={`${id}-what`}
        value={filter.topic}
        options={topics}
        onChange={(topic) => onChange({ topic })}
      />
      <div className={`admin-line ${styles.days}`}>
        {(['from', 'to'] as const).map((end) => (
          <Fragment key={end}>
            <label htmlFor={`${id}-${end}`}>{end === 'from' ? 'From' : 'To'}</label>
            <DayInput
              id={`${id}-${end}`}
              value={filter[end]}
              {...(end === 'from' ? { max: filter.to } : { min: filter.from })}
              onChange={(day) => onChange({ [end]: day })}
            />
          </Fragment>
        ))}
      </div>
      {auditFilterParams({ ...filter, page: 1 }).size > 0 && (
        <Button onClick={() => onChange(emptyAuditFilter)}>Reset</Button>
      )}
    </search>
  )
}
