import { Button } from 'antd'
import { hasNextPage, rangeText, type Total } from './page-params.ts'
import styles from './Pager.module.css'

interface PagerProps {
  label: string
  page: number
  pageSize: number
  /** Rows on this page. */
  shown: number
  total: Total
  onPage: (page: number) => void
}

/** Steps through a list that the server pages; counts above its cap are not known, so there are no page numbers. */
export function Pager({ label, page, pageSize, shown, total, onPage }: PagerProps) {
  return (
    <nav className={styles.pager} aria-label={label}>
      <output className={styles.range}>{rangeText(page, pageSize, shown, total)}</output>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button disabled={!hasNextPage(page, pageSize, shown, total)} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
