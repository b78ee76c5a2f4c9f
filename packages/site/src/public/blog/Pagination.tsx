import { blogListPath } from '@priormark/core/blog/blog-view'

/** The maximum number of page links. */
const maxNumbers = 5

/** Links to the first five pages; later pages are reached with Next. */
export function Pagination({ search, page, pages }: { search: string; page: number; pages: number }) {
  if (pages < 2) return null
  const numbers = Array.from({ length: Math.min(pages, maxNumbers) }, (_, index) => index + 1)
  return (
    <nav className="pages" aria-label="Pages">
      <Step search={search} page={page - 1} isThere={page > 1} rel="prev">
        Previous
      </Step>
      <ol>
        {numbers.map((number) => (
          <li key={number}>
            <a
              href={blogListPath({ search, page: number })}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </a>
          </li>
        ))}
      </ol>
      <Step search={search} page={page + 1} isThere={page < pages} rel="next">
        Next
      </Step>
      <p className="pages-place">
        Page {page} of {pages}
      </p>
    </nav>
  )
}

interface StepProps {
  search: string
  page: number
  isThere: boolean
  rel: 'prev' | 'next'
  children: string
}

function Step({ search, page, isThere, rel, children }: StepProps) {
  if (!isThere) return <span className="pages-step">{children}</span>
  return (
    <a className="pages-step" href={blogListPath({ search, page })} rel={rel}>
      {children}
    </a>
  )
}
