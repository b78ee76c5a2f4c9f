import {
  maxViewedPosts,
  recentViewDays,
  type BlogViews,
  type PostViews,
} from '@priormark/core/blog/endpoints'
import { addDays, dayIn } from '@priormark/core/platform/dates'
import { dailyViewYears } from '@priormark/core/platform/retention'
import type { Em } from '../platform/database/database.ts'
import { readPostRow } from './post-view.ts'
import { sql, type RawBuilder } from 'kysely'
import * as v from 'valibot'
import { inCamelCase, readRows } from '../platform/database/rows.ts'
import { queries } from './tables.ts'

/** The views of a post on a day in the shop's time zone, such as '2026-11-23'. */
export interface DailyViews {
  postId: string
  day: string
  views: number
}

/** Adds views to the stored counts. Several processes may do so at the same time. Ignores posts that do not exist. */
export async function addViews(em: Em, counts: readonly DailyViews[]): Promise<void> {
  // Posts are locked in a fixed order to avoid deadlock, and until the transaction ends, so that none is deleted meanwhile.
  await sql`with counted as (
       select "postId", day, sum(views)::int as views from json_to_recordset(${JSON.stringify(counts)}::json) as c("postId" uuid, day date, views int)
       group by "postId", day),
     live as materialized (
       select p.id from blog_post p where p.id in (select "postId" from counted) and p.deleted_at is null
       order by p.id for share)
     insert into blog_post_view (post_id, day, views)
     select l.id, c.day, c.views from live l join counted c on c."postId" = l.id order by l.id, c.day
     on conflict (post_id, day) do update set views = blog_post_view.views + excluded.views`.execute(
    queries(em),
  )
}

/** Returns the views of posts in the last days, including today, except those without. @param today in the shop's time zone */
export async function readRecentViews(
  em: Em,
  postIds: readonly string[],
  today: string,
): Promise<Map<string, number>> {
  if (postIds.length === 0) return new Map()
  const rows = await queries(em)
    .selectFrom('blog_post_view')
    .select(inCamelCase('post_id'))
    .select(sql<number>`sum(views)::int`.as('views'))
    .where('day', '>=', firstRecentDay(today))
    .where('post_id', 'in', postIds)
    .groupBy('post_id')
    .execute()
  return new Map(rows.map(({ postId, views }) => [postId, views]))
}

/** Returns SQL for the views of a post in the last days, today included. @param today in the shop's time zone */
export function recentViewsOf(postId: RawBuilder<unknown>, today: string): RawBuilder<unknown> {
  return sql`(select coalesce(sum(v.views), 0) from blog_post_view v where v.post_id = ${postId} and v.day >= ${firstRecentDay(today)})`
}

interface ViewedDays {
  /** Such as '2026-11'; '' for the last days. */
  month: string
  /** Today's date in the shop's time zone. */
  today: string
}

/** Returns the views of a post by day. @throws AppError not_found */
export async function readPostViews(em: Em, postId: string, viewedDays: ViewedDays): Promise<PostViews> {
  await readPostRow(em, postId)
  return readViews(em, viewedDays, sql`v.post_id = ${postId}`)
}

/** Returns the views of all posts by day, and the posts with the most. Deleted posts have none. */
export async function readBlogViews(em: Em, viewedDays: ViewedDays): Promise<BlogViews> {
  const [first, last] = rangeOf(viewedDays)
  const posts = await queries(em)
    .selectFrom('blog_post_view as v')
    .innerJoin('blog_post as p', 'p.id', 'v.post_id')
    .select(['p.id', 'p.title', sql<number>`sum(v.views)::int`.as('views')])
    .where('v.day', '>=', first)
    .where('v.day', '<=', last)
    .groupBy('p.id')
    .orderBy('views', 'desc')
    .orderBy('p.title')
    .orderBy('p.id')
    .limit(maxViewedPosts)
    .execute()
  return { ...(await readViews(em, viewedDays, sql`true`)), posts }
}

const MonthRow = v.object({ month: v.string(), views: v.number() })
const DayRow = v.object({ day: v.string(), views: v.number() })

/** @param condition the SQL that selects the rows `v` whose views are added up */
async function readViews(em: Em, viewedDays: ViewedDays, condition: RawBuilder<unknown>): Promise<PostViews> {
  const { month, today } = viewedDays
  const months = await readRows(em, MonthRow)`
    select to_char(day, 'YYYY-MM') as month, sum(views)::int as views from blog_post_view v where ${condition}
    group by 1 order by 1 desc`
  const [first, last] = rangeOf(viewedDays)
  const hasDailyViews = month === '' || month >= firstDailyMonth(today)
  const days = await readRows(em, DayRow)`
    select to_char(d, 'YYYY-MM-DD') as day, coalesce(sum(v.views), 0)::int as views
    from generate_series(${first}::date, ${last}::date, interval '1 day') d
    left join blog_post_view v on v.day = d::date and ${condition} where ${hasDailyViews}::boolean group by d order by d`
  return { days, months, total: months.reduce((sum, { views }) => sum + views, 0) }
}

/** Returns the first and the last of the viewed days. */
function rangeOf({ month, today }: ViewedDays): readonly [string, string] {
  return month === '' ? [firstRecentDay(today), today] : [`${month}-01`, lastDay(month, today)]
}

/** Adds up views older than `dailyViewYears` on the first day of their month. */
export async function mergeOldViews(em: Em, now: Date): Promise<void> {
  const firstDay = `${firstDailyMonth(dayIn('UTC', now))}-01`
  await sql`with old as (
       delete from blog_post_view where day < ${firstDay} and extract(day from day) <> 1 returning post_id, day, views)
     insert into blog_post_view (post_id, day, views)
     select post_id, date_trunc('month', day)::date, sum(views) from old group by 1, 2
     on conflict (post_id, day) do update set views = blog_post_view.views + excluded.views`.execute(
    queries(em),
  )
}

/** Returns the first month whose views are stored by day. */
function firstDailyMonth(today: string): string {
  return `${Number(today.slice(0, 4)) - dailyViewYears}${today.slice(4, 7)}`
}

function firstRecentDay(today: string): string {
  return addDays(today, 1 - recentViewDays)
}

/** Returns the last day of a month, or today if the month has not ended. */
function lastDay(month: string, today: string): string {
  const nextMonth = addDays(`${month}-01`, 31).slice(0, 7)
  const lastOfMonth = addDays(`${nextMonth}-01`, -1)
  return lastOfMonth < today ? lastOfMonth : today
}
