import {
  type AnchorFilter,
  type AnchorQueue,
  type AnchorView,
  type TimestampView,
} from '@priormark/core/proofs/anchors/endpoints'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { lazyDialog } from '../../../ui/lazy-load.ts'
import { readPage } from '../../platform/ui/page-params.ts'
import { Pager } from '../../platform/ui/Pager.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { tabId, Tabs } from '../../platform/ui/Tabs.tsx'
import { anchorPageSize, useAnchorQueue, useRetryAnchor, useSealNow } from './anchor-queries.ts'
import { anchorKindLabel, laterStartText, waitingText, anchorMark, clockText } from './anchor-labels.ts'
import { EmptyList, LoadFailed, Loading } from '../../platform/ui/list-states.tsx'
import styles from './recording.module.css'
import { useShopDates } from '../../platform/session/shop-dates.tsx'
import { StateSeal } from '../../platform/ui/StateSeal.tsx'
import { Facts } from '../../platform/ui/Facts.tsx'
import { ExternalLink } from '../../platform/ui/links.tsx'
import { StateTag } from '../../platform/ui/StateTag.tsx'

const DeclareLinkDialog = lazyDialog(
  async () => (await import('./DeclareLinkDialog.tsx')).DeclareLinkDialog,
  'anchor',
)

const panelId = 'anchor-list'

const tabs = [
  { key: 'open', label: 'Open', emptyLabel: 'No open batches.' },
  { key: 'stuck', label: 'Stuck', emptyLabel: 'No stuck batches.' },
  { key: 'all', label: 'All', emptyLabel: 'No batches yet.' },
] as const

/** /admin/anchors: the orders that wait for a batch, and the batches with the state of their anchors. */
export function AnchorsScreen() {
  const [params, setParams] = useSearchParams()
  const { key: filter, emptyLabel } = tabs.find(({ key }) => key === params.get('filter')) ?? tabs[0]
  const page = readPage(params)
  const queue = useAnchorQueue(filter, page)
  const [anchorToLink, setAnchorToLink] = useState<AnchorView | null>(null)
  const anchors = queue.data?.anchors ?? []
  const kinds = [...(queue.data?.kinds ?? []), ...anchors.map(({ kind }) => kind)]

  function show(next: AnchorFilter, nextPage = 1) {
    setParams(
      { ...(next === 'open' ? {} : { filter: next }), ...(nextPage > 1 ? { page: String(nextPage) } : {}) },
      { replace: nextPage === 1, preventScrollReset: true },
    )
  }

  return (
    <>
      <ScreenTitle title="Recording" />
      <div className="admin-stack">
        {queue.data !== undefined && <WaitingOrders queue={queue.data} />}
        {queue.data?.timestamps != null && <Timestamps {...queue.data.timestamps} />}
        {queue.isPending && <div className={`admin-card ${styles.waiting} ${styles.pending}`} />}
        <section className="admin-card" aria-label="Batches">
          <Tabs label="Batches" panelId={panelId} tabs={tabs} active={filter} onChange={show} />
          <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, filter)}>
            <Terms hasManual={kinds.includes('manual')} />
            {queue.isPending && <Loading label="Loading the batches" />}
            {queue.isError && (
              <LoadFailed onRetry={() => queue.refetch()}>The batches could not be loaded.</LoadFailed>
            )}
            {queue.isSuccess && anchors.length === 0 && <EmptyList label={emptyLabel} />}
            {queue.isSuccess && anchors.length > 0 && (
              <>
                <ul className="admin-list" aria-label="Batches, newest first">
                  {anchors.map((anchor) => (
                    <AnchorCard key={anchor.id} anchor={anchor} onAddLink={() => setAnchorToLink(anchor)} />
                  ))}
                </ul>
                <Pager
                  label="Pages of batches"
                  page={page}
                  pageSize={anchorPageSize}
                  rowCount={anchors.length}
                  total={{ count: queue.data.total, isCapped: false }}
                  onPage={(next) => show(filter, next)}
                />
              </>
            )}
          </div>
        </section>
      </div>
      <DeclareLinkDialog anchor={anchorToLink} onClose={() => setAnchorToLink(null)} />
    </>
  )
}

/** Explains the terms on this screen. */
function Terms({ hasManual }: { hasManual: boolean }) {
  return (
    <dl className={styles.terms}>
      <div>
        <dt>Batch</dt>
        <dd>Paid orders that are recorded together.</dd>
      </div>
      <div>
        <dt>Root</dt>
        <dd>The code of a batch. It stands for all its orders, and only it goes on a blockchain.</dd>
      </div>
      {hasManual && (
        <div>
          <dt>{anchorKindLabel.manual}</dt>
          <dd>You record the root on a blockchain yourself, and add the link to that transaction.</dd>
        </div>
      )}
    </dl>
  )
}

function WaitingOrders({ queue }: { queue: AnchorQueue }) {
  const { formatMoment } = useShopDates()
  const { waitingOrders, nextSealAt, kinds } = queue
  const laterText = laterStartText(queue)
  const seal = useSealNow()
  return (
    <section className={`admin-card admin-line ${styles.waiting}`} aria-label="Waiting orders">
      <p>
        <strong>{waitingText(queue)}</strong>{' '}
        {nextSealAt !== null && (
          <>
            The next batch closes by <time dateTime={nextSealAt}>{formatMoment(nextSealAt)}</time>.
          </>
        )}
      </p>
      {laterText !== null && <p>{laterText}</p>}
      <p className="admin-soft">
        Each batch is recorded by: {kinds.map((kind) => anchorKindLabel[kind]).join(', ')}.
      </p>
      <Button disabled={waitingOrders === 0} loading={seal.isPending} onClick={() => seal.mutate()}>
        Record now
      </Button>
    </section>
  )
}

function AnchorCard({ anchor, onAddLink }: { anchor: AnchorView; onAddLink: () => void }) {
  const retry = useRetryAnchor()
  const { formatMoment } = useShopDates()
  const { id, kind, root, leafCount, stuckReason, blockTime, link } = anchor
  const { finalAt, includedAt, submittedAt, sealedAt } = anchor
  const titleId = `anchor-${id}`
  return (
    <li className={styles.card} aria-labelledby={titleId}>
      <StateSeal sha256={root} size={44} isRecorded={anchor.state === 'final'} />
      <div>
        <h2 id={titleId} className={`admin-line ${styles.title}`}>
          {anchorKindLabel[kind]} <StateTag state={anchorMark(anchor)} />
        </h2>
        {stuckReason !== null && (
          <p className={styles.stuck} role="note">
            {stuckReason}
          </p>
        )}
        <Facts
          facts={[
            { label: 'Root', value: <span className="admin-code">{root}</span> },
            { label: 'Orders in this batch', value: leafCount },
            { label: 'Since', value: formatMoment(finalAt ?? includedAt ?? submittedAt ?? sealedAt) },
            ...(blockTime === null ? [] : [{ label: 'Block time', value: formatMoment(blockTime) }]),
            ...(link === null ? [] : [{ label: 'Blockchain record', value: <ExternalLink link={link} /> }]),
          ]}
        />
      </div>
      <div className={styles.actions}>
        {kind === 'manual' && (
          <Button onClick={onAddLink}>{link === null ? 'Add link' : 'Change link'}</Button>
        )}
        {kind !== 'manual' && stuckReason !== null && (
          <Button loading={retry.isPending} onClick={() => retry.mutate(anchor)}>
            Try again
          </Button>
        )}
      </div>
    </li>
  )
}

/** The time-stamping authorities, with facts from the newest time-stamp of each. */
function Timestamps({ requestsToday, requestsPerDay, authorities }: TimestampView) {
  const { formatMoment } = useShopDates()
  return (
    <section className="admin-card" aria-label="Time-stamping authorities">
      <p>
        Time-stamps requested today (UTC): {requestsToday} of {requestsPerDay}.
      </p>
      {authorities.map(({ host, newest }) => (
        <div key={host}>
          <h2 className={styles.title}>{host}</h2>
          {newest === null ? (
            <p className="admin-soft">No time-stamp yet.</p>
          ) : (
            <Facts
              facts={[
                { label: 'Last time-stamp', value: formatMoment(newest.receivedAt) },
                { label: 'Its clock', value: clockText(newest.aheadSeconds) },
                { label: 'Its certificates end', value: formatMoment(newest.certificateEndsAt) },
              ]}
            />
          )}
        </div>
      ))}
    </section>
  )
}
