import type { AuditEntry } from '@priormark/core/audit/endpoints'
import { formatMoment } from '@priormark/core/dates'
import { auditPageSize } from '@priormark/core/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useTools } from '../shell/admin-tools.tsx'
import { readPage } from '../shell/page-params.ts'
import { Pager } from '../shell/Pager.tsx'
import { ScreenTitle } from '../shell/ScreenTitle.tsx'
import { SearchField } from '../shell/SearchField.tsx'
import styles from './AuditScreen.module.css'

/** /admin/audit: what administrators did, newest first. */
export function AuditScreen() {
  const { api } = useTools()
  const [params, setParams] = useSearchParams()
  const search = (params.get('search') ?? '').trim()
  const page = readPage(params)

  const audit = useQuery({
    queryKey: ['audit', search, page],
    queryFn: ({ signal }) => api.audit.list({ query: { search, page, limit: auditPageSize } }, { signal }),
    placeholderData: keepPreviousData,
    // Everything done in the admin adds to it.
    staleTime: 0,
  })
  const entries = audit.data?.entries ?? []

  const searchFor = useCallback(
    (text: string) =>
      setParams(text === '' ? {} : { search: text }, { replace: true, preventScrollReset: true }),
    [setParams],
  )

  function turnTo(next: number) {
    setParams({ ...(search === '' ? {} : { search }), ...(next > 1 ? { page: String(next) } : {}) })
  }

  return (
    <>
      <ScreenTitle title="Audit log" className={styles.title} />
      <section className="admin-card" aria-label="Audit log">
        <div className={styles.search}>
          <SearchField
            label="Search the audit log"
            placeholder="Name, action, order id or detail"
            value={search}
            onSearch={searchFor}
          />
        </div>
        {audit.isPending && <output className={styles.skeleton} aria-label="Loading the audit log" />}
        {audit.isError && (
          <div className={styles.message} role="alert">
            <p>The audit log could not be loaded.</p>
            <Button onClick={() => void audit.refetch()}>Retry</Button>
          </div>
        )}
        {audit.isSuccess && entries.length === 0 && (
          <output className={styles.message}>
            {search === '' ? 'Nothing has been done yet.' : `Nothing in the log matches “${search}”.`}
          </output>
        )}
        {audit.isSuccess && entries.length > 0 && (
          <>
            <ul className={styles.entries} aria-label="Entries, newest first" aria-busy={audit.isFetching}>
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ul>
            <Pager
              label="Pages of the audit log"
              page={page}
              pageSize={auditPageSize}
              shown={entries.length}
              total={{ count: audit.data.total, isCapped: false }}
              onPage={turnTo}
            />
          </>
        )}
      </section>
    </>
  )
}

function Entry({ entry: { at, actor, action, subject, detail, address } }: { entry: AuditEntry }) {
  return (
    <li>
      <time dateTime={at}>{formatMoment(at)}</time>
      <strong>{actor}</strong>
      <span className="admin-mono">{action}</span>
      <span className={styles.detail}>
        {detail}
        {subject !== null && (
          <>
            {' '}
            {action.startsWith('order.') ? (
              <Link to={`/admin/orders/${subject}`}>{subject}</Link>
            ) : (
              <span>{subject}</span>
            )}
          </>
        )}
      </span>
      <span className={styles.address}>{address}</span>
    </li>
  )
}
