// Not antd's Pagination: it has no roles and no aria-current (docs/upstream.md), and needs an exact total, see decision 0046.
import { pageCount } from '@priormark/core/platform/page'
import { Button } from 'antd'
import { hasNextPage, pageSteps, rangeText, type Total } from './page-params.ts'
import styles from './Pager.module.css'

interface PagerProps {
  label: string
  page: number
  pageSize: number
  /** How many rows this page has. */
  rowCount: number
  total: Total
  /** Shows page numbers. Only for exact totals. */
  hasNumbers?: boolean
  onPage: (page: number) => void
}

/** Pages through a list. */
export function Pager({ label, page, pageSize, rowCount, total, hasNumbers = false, onPage }: PagerProps) {
  const lastPage = pageCount(total.count, pageSize)
  return (
    <nav className={`admin-line ${styles.pager}`} aria-label={label}>
      <output className={styles.range}>
        {rangeText(page, pageSize, rowCount, total) || `${total.count} in all`}
      </output>
      {/* From a page beyond the last one, it leads to the last one. */}
      <Button
        disabled={page <= 1}
        onClick={() => onPage(hasNumbers ? Math.min(page - 1, lastPage) : page - 1)}
      >
        Previous
      </Button>
      {hasNumbers &&
        pageSteps(page, lastPage).map((step, index) =>
          step === 'gap' ? (
            <span key={`gap-${index}`} className={styles.gap}>
              …
            </span>
          ) : (
            <Button
              key={step}
              variant="outlined"
              color={step === page ? 'primary' : 'default'}
              aria-label={`Page ${step}`}
              aria-current={step === page ? 'page' : undefined}
              onClick={() => onPage(step)}
            >
              {step}
            </Button>
          ),
        )}
      <Button disabled={!hasNextPage(page, pageSize, rowCount, total)} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
