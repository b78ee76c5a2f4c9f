import { addDays, dayIn } from '@priormark/core/platform/dates'
import { addViews, type DailyViews } from '../../blog/post-views.ts'
import type { Em } from '../../platform/database/database.ts'

/** A published post of the demo: its id and how many days ago it was published. */
export interface ViewedPost {
  id: string
  ageDays: number
}

/** Adds the views of each day since the posts were published: many at first, then a steady number, fewer on weekends. */
export async function addDemoViews(em: Em, posts: readonly ViewedPost[]): Promise<void> {
  const today = dayIn('UTC', new Date())
  await addViews(
    em,
    posts.flatMap(({ id, ageDays }, place) =>
      Array.from({ length: ageDays + 1 }, (_, age): DailyViews => {
        const day = addDays(today, age - ageDays)
        return { postId: id, day, views: viewsOn(day, age, place) }
      }),
    ),
  )
}

/** @param age in days @param place tells the posts apart */
function viewsOn(day: string, age: number, place: number): number {
  const weekday = new Date(day).getUTCDay()
  const isWeekend = weekday === 0 || weekday === 6
  const usual = 9 + ((place * 5) % 8)
  const atFirst = Math.round(70 * 0.6 ** age)
  const change = (age * 13 + place * 7) % 6
  return Math.round((usual + atFirst + change) * (isWeekend ? 0.6 : 1))
}
