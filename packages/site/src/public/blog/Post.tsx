import { postPath, samplePostPath } from '@priormark/core/blog/blog-view'
import { usePage, usePageView } from '../platform/page-state.ts'
import { MissingPost } from './MissingPost.tsx'
import { PostArticle } from './PostArticle.tsx'
import { samplePost } from './sample-post.ts'

/** A post, or an error instead. Only rendered on the server. */
export function Post() {
  const { publicUrl } = usePage().shop
  const view = usePageView('post', 'sample-post', 'post-missing')
  switch (view.kind) {
    case 'post-missing':
      return <MissingPost />
    case 'sample-post':
      return <PostArticle post={samplePost} url={publicUrl + samplePostPath} isPreview={false} />
    case 'post': {
      const { post, isPreview } = view
      return <PostArticle post={post} url={publicUrl + postPath(post.slug)} isPreview={isPreview} />
    }
  }
}
