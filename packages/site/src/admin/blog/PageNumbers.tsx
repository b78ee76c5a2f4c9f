import { pageCount } from '@priormark/core/page'
import { Button } from 'antd'
import { pageSteps } from './page-numbers.ts'
import styles from './PageNumbers.module.css'

interface PageNumbersProps {
  label: string
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

/** Pages by number around the current one. */
export function PageNumbers({ label, page, pageSize, total, onPage }: PageNumbersProps) {
  const last = pageCount(total, pageSize)
  const first = (page - 1) * pageSize + 1
  return (
    <nav className={styles.pages} aria-label={label}>
      <output className={styles.range}>
        {first <= total ? `${first}–${Math.min(page * pageSize, total)} of ${total}` : `${total} in all`}
      </output>
      <Button disabled={page <= 1} onClick={() => onPage(Math.min(page - 1, last))}>
        Previous
      </Button>
      {pageSteps(page, last).map((step, index) =>
        step === 'gap' ? (
          <span key={`gap-${index}`} className={styles.gap}>
            …
          </span>
        ) : (
          <Button
            key={step}
            type={step === page ? 'primary' : 'default'}
            aria-label={`Page ${step}`}
            aria-current={step === page ? 'page' : undefined}
            onClick={() => onPage(step)}
          >
            {step}
          </Button>
        ),
      )}
      <Button disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
