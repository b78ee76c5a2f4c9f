import { useEffect, useRef } from 'react'
import { drawnHtml, isDrawn, LoadPage } from './drawn-page.ts'
import { PostPage } from './PostPage.tsx'
import { postId, sideId } from './still-ids.ts'

const drawn = { article: drawnHtml(postId), side: drawnHtml(sideId) }

/** A post in the browser: as the server drew it, and the form. */
export function KeptPostPage() {
  const { article, side } = drawn
  if (!isDrawn(article)) return <LoadPage />
  return (
    <PostPage
      article={<KeptArticle html={article} />}
      side={side === null ? null : <div id={sideId} dangerouslySetInnerHTML={{ __html: side }} />}
    />
  )
}

function KeptArticle({ html }: { html: string }) {
  const article = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On its way from now on, so that it is there when a button is pressed.
    const loading = import('./post-actions.ts')
    const answer = ({ target }: Event) => {
      const button = target instanceof Element ? target.closest('button') : null
      if (button) loading.then(({ doPostAction }) => doPostAction(button)).catch(() => {})
    }
    loading.catch(() => {})
    const shown = article.current
    shown?.addEventListener('click', answer)
    return () => shown?.removeEventListener('click', answer)
  }, [])
  return <div ref={article} id={postId} dangerouslySetInnerHTML={{ __html: html }} />
}
