import { addDays, dayIn } from '@priormark/core/dates'
import { recentViewDays, type PostViews } from '@priormark/core/blog/post-views'
import { dailyViewYears } from '@priormark/core/retention'
import type { Em } from '../sql/database.ts'
import { postNotFound } from './post-rows.ts'

/** The views of a post on a day of the shop's time zone, such as '2026-11-23'. */
export interface DailyViews {
  postId: string
  day: string
  views: number
}

/** Adds to the stored counts. Several processes may do so at the same time. Ignores posts that do not exist. */
export async function addViews(em: Em, counts: readonly DailyViews[]): Promise<void> {
  // Locked in a fixed order to avoid deadlock, and until the end, so that none of the posts is deleted meanwhile.
  await em.execute(
    `with counted as (select * from json_to_recordset(?::json) as c("postId" uuid, day date, views int)),
     live as materialized (
       select p.id from blog_post p where p.id in (select "postId" from counted) and p.deleted_at is null
       order by p.id for share)
     insert into blog_post_view (post_id, day, views)
     select l.id, c.day, c.views from live l join counted c on c."postId" = l.id order by l.id, c.day
     on conflict (post_id, day) do update set views = blog_post_view.views + excluded.views`,
    [JSON.stringify(counts)],
  )
}

/** Returns the views of the last days, today included, for those of the posts that have any. */
export async function readRecentViews(
  em: Em,
  postIds: readonly string[],
  today: string,
): Promise<Map<string, number>> {
  if (postIds.length === 0) return new Map()
  const rows = await em.execute<{ postId: string; views: number }[]>(
    `select post_id as "postId", sum(views)::int as views from blog_post_view
     where day >= ? and post_id in (${postIds.map(() => '?').join(', ')}) group by post_id`,
    [firstRecentDay(today), ...postIds],
  )
  return new Map(rows.map(({ postId, views }) => [postId, views]))
}

/** Returns the views of a post by day. @throws AppError not_found */
export async function readPostViews(em: Em, postId: string, today: string): Promise<PostViews> {
  const [post] = await em.execute<{ total: number }[]>(
    `select (select coalesce(sum(v.views), 0)::int from blog_post_view v where v.post_id = p.id) as total
     from blog_post p where p.id = ? and p.deleted_at is null`,
    [postId],
  )
  if (post === undefined) throw postNotFound()
  const days = await em.execute<PostViews['days']>(
    `select to_char(d, 'YYYY-MM-DD') as day, coalesce(v.views, 0) as views
     from generate_series(?::date, ?::date, interval '1 day') d
     left join blog_post_view v on v.post_id = ? and v.day = d::date order by d`,
    [firstRecentDay(today), today, postId],
  )
  return { days, total: post.total }
}

/** Adds up the days of past years on the first day of their month. */
export async function mergeOldViews(em: Em, now: Date): Promise<void> {
  const firstDaily = new Date(Date.UTC(now.getUTCFullYear() - dailyViewYears, now.getUTCMonth(), 1))
  await em.execute(
    `with old as (
       delete from blog_post_view where day < ? and extract(day from day) <> 1 returning post_id, day, views)
     insert into blog_post_view (post_id, day, views)
     select post_id, date_trunc('month', day)::date, sum(views) from old group by 1, 2
     on conflict (post_id, day) do update set views = blog_post_view.views + excluded.views`,
    [dayIn('UTC', firstDaily)],
  )
}

function firstRecentDay(today: string): string {
  return addDays(today, 1 - recentViewDays)
}
