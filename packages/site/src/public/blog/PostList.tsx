import {
  blogListPath,
  blogPath,
  type BlogView,
  feedPath,
  postPath,
  type ShownCard,
} from '@priormark/core/blog/blog-view'
import { cutText } from '@priormark/core/blog/excerpt'
import { formatDay } from '@priormark/core/platform/dates'
import { blogPageSize, maxCount, maxSearchLength } from '@priormark/core/platform/limits'
import { pageCount } from '@priormark/core/platform/page'
import button from '../platform/layout/button.module.css'
import { usePageView } from '../../rendering/page/page-context.tsx'
import { CardImage } from './PostImage.tsx'

type ListView = Extract<BlogView, { kind: 'list' | 'list-failed' | 'list-limited' }>

/** The list of posts. Only rendered on the server. */
export function PostList() {
  const view = usePageView('list', 'list-failed', 'list-limited')
  const { search } = view
  return (
    <div className="wide blog">
      <header className="blog-head">
        <div>
          <h1>Blog</h1>
          <p className="blog-intro">
            On making work, sharing it, and proving when it existed. <a href={feedPath}>RSS feed</a>
          </p>
        </div>
        <BlogSearch search={search} />
      </header>
      {search !== '' && <SearchChip search={search} summary={summaryText(view)} />}
      {view.kind === 'list' && <Posts {...view} />}
      {view.kind === 'list-failed' && <ListFailed {...view} />}
      {view.kind === 'list-limited' && <SearchLimited {...view} />}
    </div>
  )
}

function Posts({ search, page, posts, total }: Extract<ListView, { kind: 'list' }>) {
  if (posts.length === 0) {
    return (
      <section className="blog-empty">
        <h2>No blog posts found</h2>
        {search === '' && total === 0 && <p>We haven't published any posts yet. Check back soon!</p>}
        {search !== '' && total === 0 && <p>No posts match "{search}".</p>}
        {total > 0 && (
          <p>
            You’ve gone past the last page. <a href={blogListPath({ search })}>Go to the first page</a>
          </p>
        )}
        {search !== '' && (
          <p>
            <a href={blogPath} className={button.secondary}>
              Show all posts
            </a>
          </p>
        )}
      </section>
    )
  }
  return (
    <>
      <ul className="cards">
        {posts.map((post, position) => (
          <PostCard key={post.id} post={post} isLead={position === 0 && page === 1 && search === ''} />
        ))}
      </ul>
      <Pagination search={search} page={page} pages={pageCount(total, blogPageSize)} />
    </>
  )
}

function ListFailed({ search, page }: { search: string; page: number }) {
  return (
    <section className="blog-empty" role="alert">
      <h2>Error Loading Blog Posts</h2>
      <p>We couldn't load the blog posts. Please try again later.</p>
      <p>
        <a href={blogListPath({ search, page })} className={button.primary}>
          Retry
        </a>
      </p>
    </section>
  )
}

function SearchLimited({ search, page, retryAfterSeconds }: Extract<ListView, { kind: 'list-limited' }>) {
  return (
    <section className="blog-empty" role="alert">
      <h2>Too many searches</h2>
      <p>
        A lot of searches came from your network just now. Please try again in{' '}
        {retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`}.
      </p>
      <p>
        <a href={blogListPath({ search, page })} className={button.primary}>
          Search again
        </a>{' '}
        <a href={blogPath} className={button.secondary}>
          Show all posts
        </a>
      </p>
    </section>
  )
}

function summaryText(view: ListView): string {
  if (view.kind !== 'list' || view.total === 0) return ''
  if (view.total >= maxCount) return `: ${maxCount}+ posts`
  return view.total === 1 ? ': 1 post' : `: ${view.total} posts`
}

/** The maximum number of tags on a card. */
const maxTags = 3

/** A post in the list. @param isLead the first and largest of a page */
function PostCard({ post, isLead }: { post: ShownCard; isLead: boolean }) {
  const { title, slug, excerpt, tags, publishedAt } = post
  const sizes = isLead ? '(min-width: 60rem) 40rem, 90vw' : '(min-width: 45rem) 22rem, 90vw'
  return (
    <li className="card" data-lead={isLead || undefined}>
      <CardImage post={post} sizes={sizes} isFirst={isLead} />
      <div className="card-text">
        {publishedAt !== null && (
          <p className="card-date">
            <time dateTime={publishedAt}>{formatDay(publishedAt)}</time>
          </p>
        )}
        <h2>
          <a href={postPath(slug)}>{title}</a>
        </h2>
        <p className="card-excerpt">{cutText(excerpt)}</p>
        {tags.length > 0 && (
          <ul className="tags" aria-label="Tags">
            {tags.slice(0, maxTags).map((tag) => (
              <li key={tag.id}>{tag.name}</li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

/** The blog's search form. It works without a script. */
function BlogSearch({ search }: { search: string }) {
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
function SearchChip({ search, summary }: { search: string; summary: string }) {
  return (
    <p className="chip">
      <span>
        Search results for <b>“{search}”</b>
        {summary}
      </span>
      <a href={blogPath} aria-label="Clear search">
        <svg viewBox="0 0 16 16" width="14" height="14" stroke="currentColor" strokeWidth="1.75" aria-hidden>
          <path d="M3 3l10 10M13 3L3 13" />
        </svg>
      </a>
    </p>
  )
}

/** The maximum number of page links. */
const maxNumbers = 5

/** Links to the first five pages; later pages are reached with Next. */
function Pagination({ search, page, pages }: { search: string; page: number; pages: number }) {
  if (pages < 2) return null
  const numbers = Array.from({ length: Math.min(pages, maxNumbers) }, (_, index) => index + 1)
  return (
    <nav className="pages" aria-label="Pages">
      <Step name="Previous" rel="prev" href={page > 1 ? blogListPath({ search, page: page - 1 }) : null} />
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
      <Step name="Next" rel="next" href={page < pages ? blogListPath({ search, page: page + 1 }) : null} />
      <p className="pages-place">
        Page {page} of {pages}
      </p>
    </nav>
  )
}

/** @param href null on the first or the last page */
function Step({ name, rel, href }: { name: string; rel: string; href: string | null }) {
  if (href === null) return <span className="pages-step">{name}</span>
  return (
    <a className="pages-step" href={href} rel={rel}>
      {name}
    </a>
  )
}
