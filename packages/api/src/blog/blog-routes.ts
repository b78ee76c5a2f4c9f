import { dayIn } from '@priormark/core/platform/dates'
import type { SettingsSource } from '../settings/shop-settings.ts'
import { blogEndpoints, entityTag } from '@priormark/core/blog/endpoints'
import { AppError } from '@priormark/core/platform/errors'
import { audit } from '../staff/audit/audit-service.ts'
import { route, type AppRouter } from '../platform/http/route.ts'
import type { AppContext, CurrentAdmin } from '../platform/http/state.ts'
import { addAuthor, changeAuthor, listAuthors, removeAuthor, setOwnAuthorName } from './author-service.ts'
import { changesSince, readPrecondition, type Precondition } from './post-changes.ts'
import { listForAdmin, listPublished, searchLimit } from './post-list.ts'
import { makePreview, readPreview } from './post-preview.ts'
import { autosave, listRevisions, readRevision } from './post-revisions.ts'
import {
  readPostRow,
  readPublishedRow,
  adminPostCardView,
  adminPostView,
  blogPostView,
  postCardView,
} from './post-view.ts'
import { changePost, createPost, removePost, restorePost, type Requester } from './post-service.ts'
import { listTopics, changeTopic, removeTopic } from './topic-service.ts'
import { readBlogViews, readPostViews, readRecentViews } from './post-views.ts'

export function blogRoutes(router: AppRouter, { settings }: { settings: SettingsSource }): void {
  const readToday = async () => dayIn((await settings.current()).timeZone, new Date())

  route(router, blogEndpoints.list, async ({ em, query, countCall }) => {
    if (query.search !== '') await countCall(searchLimit)
    const { rows, total } = await listPublished(em, query)
    return { posts: rows.map(postCardView), total }
  })

  route(router, blogEndpoints.bySlug, async ({ em, params }) =>
    blogPostView(await readPublishedRow(em, params.slug)),
  )

  route(router, blogEndpoints.preview, async ({ em, params, setHeader }) => {
    setHeader('X-Robots-Tag', 'noindex')
    return readPreview(em, params.token)
  })

  route(router, blogEndpoints.adminList, async ({ em, query }) => {
    const today = await readToday()
    const { rows, total } = await listForAdmin(em, { ...query, today })
    const ids = rows.map(({ id }) => id)
    const views = await readRecentViews(em, ids, today)
    return { posts: rows.map((row) => adminPostCardView(row, views.get(row.id) ?? 0)), total }
  })

  route(router, blogEndpoints.read, async ({ em, params, setHeader }) => {
    const post = adminPostView(await readPostRow(em, params.id))
    setHeader('ETag', entityTag(post.version))
    return post
  })

  route(router, blogEndpoints.create, async ({ em, body, admin, setHeader }, ctx) => {
    const post = await createPost(em, body, requesterOf(ctx, admin))
    setHeader('ETag', entityTag(post.version))
    return post
  })

  route(router, blogEndpoints.change, async ({ em, params, body, admin, setHeader }, ctx) => {
    const change = { id: params.id, input: body, expected: precondition(ctx) }
    const post = await changePost(em, change, requesterOf(ctx, admin))
    setHeader('ETag', entityTag(post.version))
    return post
  })

  route(router, blogEndpoints.remove, ({ em, params, admin }, ctx) =>
    removePost(em, { id: params.id, expected: precondition(ctx) }, requesterOf(ctx, admin)),
  )

  route(router, blogEndpoints.changes, ({ em, query }) => changesSince(em, query))

  route(router, blogEndpoints.views, async ({ em, params, query }) =>
    readPostViews(em, params.id, { month: query.month, today: await readToday() }),
  )

  route(router, blogEndpoints.blogViews, async ({ em, query }) =>
    readBlogViews(em, { month: query.month, today: await readToday() }),
  )

  route(router, blogEndpoints.revisions, ({ em, params }) => listRevisions(em, params.id))

  route(router, blogEndpoints.revision, ({ em, params }) => readRevision(em, params.id, params.revisionId))

  route(router, blogEndpoints.autosave, ({ em, params, body, admin, address }) =>
    autosave(em, { ...body, postId: params.id, revisionId: params.revisionId, admin, address }),
  )

  route(router, blogEndpoints.restore, async ({ em, params, query, admin, setHeader }, ctx) => {
    const restoresSlug = query.slug === 'restore'
    const change = { ...params, restoresSlug, expected: precondition(ctx) }
    const post = await restorePost(em, change, requesterOf(ctx, admin))
    setHeader('ETag', entityTag(post.version))
    return post
  })

  route(router, blogEndpoints.makePreview, async ({ em, params, query, actor }) => {
    const preview = await makePreview(em, { postId: params.id, authorId: query.authorId })
    audit(em, { actor, action: 'post.preview_made', subject: params.id })
    await em.flush()
    return preview
  })

  route(router, blogEndpoints.topics, async ({ em }) => ({
    categories: await listTopics(em, 'category'),
    tags: await listTopics(em, 'tag'),
  }))

  route(router, blogEndpoints.authors, ({ em }) => listAuthors(em))

  route(router, blogEndpoints.addAuthor, ({ em, body, actor }) => addAuthor(em, body.firstName, actor))

  route(router, blogEndpoints.changeAuthor, ({ em, params, body, actor }) =>
    changeAuthor(em, { id: Number(params.id), ...body }, actor),
  )

  route(router, blogEndpoints.setOwnAuthorName, ({ em, body, actor }) =>
    setOwnAuthorName(em, body.firstName, actor),
  )

  route(router, blogEndpoints.removeAuthor, ({ em, params, query, actor }) =>
    removeAuthor(em, { id: Number(params.id), into: query.into }, actor),
  )

  route(router, blogEndpoints.changeTopic, ({ em, params, body, actor }) =>
    changeTopic(em, { id: Number(params.id), ...body }, actor),
  )

  route(router, blogEndpoints.removeTopic, ({ em, params, actor }) =>
    removeTopic(em, Number(params.id), actor),
  )
}

function precondition(ctx: AppContext): Precondition {
  return readPrecondition(ctx.get('if-match'), ctx.get('if-none-match'))
}

function requesterOf(ctx: AppContext, admin: CurrentAdmin): Requester {
  const key = ctx.get('idempotency-key')
  if (key.length > 200) throw new AppError('invalid_input', 'An Idempotency-Key has at most 200 characters')
  return { admin, address: ctx.ip, key: key === '' ? null : key }
}
