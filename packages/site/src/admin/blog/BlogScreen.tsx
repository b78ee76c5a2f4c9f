import { hasReachedServer } from '@priormark/core/platform/http/api-error'
import { postFilters, type PostFilter, type PostSort, postStateLabels } from '@priormark/core/blog/post'
import { blogPageSize } from '@priormark/core/platform/limits'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { lazyDialog } from '../../ui/lazy-load.ts'
import { localPage, unsentCount, useDraftCards, useDraftStatus } from './draft-queries.ts'
import { listedPosts, emptyPostFilter, postFilterParams, readPostFilter } from './listed-posts.ts'
import { useShopDates } from '../platform/session/shop-dates.tsx'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { StaleNotice } from '../platform/ui/lost-server.tsx'
import { useListFilter } from '../platform/ui/list-filter.ts'
import { Pager } from '../platform/ui/Pager.tsx'
import { useRowKeys } from '../platform/ui/row-keys.ts'
import { ScreenTitle } from '../platform/ui/ScreenTitle.tsx'
import { usePerson } from '../platform/ui/use-role.ts'
import { SearchField } from '../platform/ui/SearchField.tsx'
import { EmptyList, LoadFailed, Loading } from '../platform/ui/list-states.tsx'
import styles from './BlogScreen.module.css'
import type { ShownPost } from './DeletePostDialog.tsx'
import { cachedPosts, usePostPage } from './post-queries.ts'
import { NativeSelect } from '../platform/ui/NativeSelect.tsx'
import { editorPath, postCursor, viewsPath } from './post-rows.ts'
import { PostList } from './PostList.tsx'

const DeletePostDialog = lazyDialog(
  async () => (await import('./DeletePostDialog.tsx')).DeletePostDialog,
  'post',
)

const listId = 'posts-list'

/** A button that becomes disabled loses the focus, so the list takes it. */
function focusList(): void {
  document.getElementById(listId)?.focus({ preventScroll: true })
}

/** /admin/blog: all posts, with search and status filter. */
export function BlogScreen() {
  const navigate = useNavigate()
  const { filter, changeFilter, search } = useListFilter({ read: readPostFilter, write: postFilterParams })
  const list = usePostPage(filter)
  const queryClient = useQueryClient()
  const [postToDelete, setPostToDelete] = useState<ShownPost | null>(null)
  const isFiltered = filter.search !== '' || filter.status !== 'all' || filter.sort !== 'changed'
  const { drafts } = useAdmin().platform
  const isUnreachable = list.isError && !hasReachedServer(list.error)
  const connection = useDraftStatus(({ status }) => status?.connection)
  // An error response is shown as an error. A server that is known to be unreachable is not waited for, because a notice
  // that appeared later would move the posts.
  const isOffline = connection === 'offline' && (isUnreachable || list.isFetching)
  const sort = isOffline ? 'changed' : filter.sort
  const hasUnsent = useDraftStatus(({ status }) => unsentCount(status) > 0)
  const draftCards = useDraftCards(filter.search, isOffline || hasUnsent)
  const allCards = useDraftCards('', hasUnsent)
  const person = usePerson()
  const dates = useShopDates()
  const syncedAt = useDraftStatus(({ status }) => status?.syncedAt ?? null)
  const rows = useMemo(
    () =>
      listedPosts(filter, {
        posts: isOffline ? null : (list.data?.posts ?? []),
        matching: draftCards.data ?? [],
        person,
        dates,
        cached: isOffline ? cachedPosts(queryClient) : [],
        unsent: hasUnsent ? (allCards.data ?? []).filter(({ state }) => state !== 'clean') : [],
      }),
    [filter, isOffline, hasUnsent, list.data, draftCards.data, allCards.data, person, dates, queryClient],
  )
  const total = isOffline ? localPage(draftCards.data ?? [], filter).total : (list.data?.total ?? 0)
  useEffect(() => {
    if (isUnreachable) void drafts.sync().catch(() => undefined)
  }, [isUnreachable, drafts])
  useRowKeys(rows, { cursor: postCursor, pathOf: ({ id }) => editorPath(id) })

  function askToDelete({ id, version }: ShownPost) {
    postCursor.moveTo(id)
    setPostToDelete({ id, version })
  }

  return (
    <>
      <div className="admin-head">
        <ScreenTitle title="Blog Posts" />
        <Button type="primary" onClick={() => void navigate('/admin/blog/editor')}>
          New Post
        </Button>
        <Button onClick={() => void navigate(viewsPath())}>Post statistics</Button>
        <Button onClick={() => void navigate('/admin/blog/topics')}>Categories, tags and authors</Button>
        <Button onClick={() => void navigate('/admin/blog/history')}>History</Button>
        <Button onClick={() => void navigate('/admin/blog/images')}>Manage Images</Button>
      </div>
      <section className="admin-card" aria-label="Blog posts">
        <search className="admin-head">
          <SearchField
            label="Search posts"
            placeholder="Title, excerpt or content"
            search={search}
            isLoaded={isOffline || (list.isSuccess && !list.isPlaceholderData)}
            onEnter={() => rows[0] && postCursor.focus(rows[0].id)}
          />
          <NativeSelect
            className={styles.status}
            aria-label="Status"
            value={filter.status}
            options={statusOptions}
            onChange={(status) => changeFilter({ status })}
          />
          <NativeSelect
            className={styles.status}
            aria-label="Order of the posts"
            value={sort}
            options={sortOptions}
            disabled={isOffline}
            onChange={(next) => changeFilter({ sort: next })}
          />
          <Button
            disabled={!isFiltered && filter.page === 1}
            onClick={() => {
              changeFilter(emptyPostFilter)
              focusList()
            }}
          >
            Reset
          </Button>
        </search>
        <div
          id={listId}
          tabIndex={-1}
          aria-busy={list.isFetching}
          className={list.isPlaceholderData ? 'row-waiting' : ''}
        >
          {list.isPending && rows.length === 0 && <Loading label="Loading blog posts" />}
          {isOffline && <StaleNotice at={syncedAt} />}
          {isOffline && <p>Last changed first. Sorting by views needs the server.</p>}
          {list.isError && !isOffline && (
            <LoadFailed
              title="Error Loading Blog Posts"
              retryLabel="Try Again"
              onRetry={() => list.refetch()}
            >
              The blog posts could not be loaded.
            </LoadFailed>
          )}
          {(list.isSuccess || (isOffline && draftCards.isSuccess)) && rows.length === 0 && (
            <EmptyList label="No blog posts found" />
          )}
          {rows.length > 0 && (
            <PostList
              posts={rows}
              sort={sort}
              onSort={isOffline ? null : (next) => changeFilter({ sort: next })}
              onDelete={askToDelete}
            />
          )}
        </div>
        {total > 0 && (
          <Pager
            label="Pages of posts"
            page={filter.page}
            pageSize={blogPageSize}
            rowCount={rows.length}
            total={{ count: total, isCapped: false }}
            hasNumbers
            onPage={(page) => {
              changeFilter({ page })
              document.getElementById(listId)?.scrollIntoView()
              if (page === 1 || page * blogPageSize >= total) focusList()
            }}
          />
        )}
      </section>
      <DeletePostDialog
        post={postToDelete}
        onClose={() => setPostToDelete(null)}
        onClosed={postCursor.refocus}
      />
    </>
  )
}

const statusLabels: Record<PostFilter, string> = { all: 'All', ...postStateLabels }
const statusOptions = postFilters.map((value) => ({ value, label: statusLabels[value] }))
const sortOptions: { value: PostSort; label: string }[] = [
  { value: 'changed', label: 'Last changed' },
  { value: 'views', label: 'Most views' },
]
