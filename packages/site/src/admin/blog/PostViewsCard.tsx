import { useState } from 'react'
import { usePostViews } from './views-queries.ts'
import { ViewsCard } from './ViewsCard.tsx'

/** The views of a post in its editor. */
export function PostViewsCard({ postId }: { postId: string }) {
  const [month, setMonth] = useState('')
  return <ViewsCard views={usePostViews(postId, month)} month={month} onMonth={setMonth} />
}
