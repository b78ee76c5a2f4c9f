import { blogPath, postPath, samplePostPath } from '@priormark/core/blog/blog-view'
import button from '../platform/layout/button.module.css'
import { usePage, usePageView } from '../../rendering/page/page-context.tsx'
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

/** Shown for a post that does not exist or is not published. */
function MissingPost() {
  return (
    <section className="blog blog-empty">
      <h1>Error Loading Blog Post</h1>
      <p>We couldn't find the blog post you're looking for.</p>
      <p>
        <a href={blogPath} className={button.primary}>
          Back to Blog
        </a>
      </p>
    </section>
  )
}
