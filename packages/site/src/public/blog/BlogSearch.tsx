import { blogPath } from '@priormark/core/blog/blog-view'
import { maxSearchLength } from '@priormark/core/platform/limits'
import button from '../platform/layout/button.module.css'

/** The blog's search form. It works without a script. */
export function BlogSearch({ search }: { search: string }) {
  return (
    <search>
      <form className="search" action={blogPath} method="get">
        <label className="visually-hidden" htmlFor="search">
          Search blog posts
        </label>
        <input
          id="search"
          type="search"
          name="search"
          defaultValue={search}
          maxLength={maxSearchLength}
          placeholder="Search blog posts"
          autoComplete="off"
          enterKeyHint="search"
        />
        <button type="submit" className={button.small}>
          Search
        </button>
      </form>
    </search>
  )
}

/** Shows the current search and a link to clear it. */
export function SearchChip({ search, found }: { search: string; found: string }) {
  return (
    <p className="chip">
      <span>
        Search results for <b>“{search}”</b>
        {found}
      </span>
      <a href={blogPath} aria-label="Clear search">
        <svg viewBox="0 0 16 16" width="14" height="14" stroke="currentColor" strokeWidth="1.75" aria-hidden>
          <path d="M3 3l10 10M13 3L3 13" />
        </svg>
      </a>
    </p>
  )
}
