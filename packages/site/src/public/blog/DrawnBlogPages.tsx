import { postPath, samplePostPath, type BlogView } from '@priormark/core/blog/blog-view'
import { usePage } from '../page-context.ts'
import { BlogListPage } from './BlogListPage.tsx'
import { MissingPost } from './MissingPost.tsx'
import { PostArticle } from './PostArticle.tsx'
import { PostPage } from './PostPage.tsx'
import { ProtectSide } from './ProtectSide.tsx'
import { samplePost } from './sample-post.ts'
import { listId, postId, sideId } from './still-ids.ts'

/** A page of the blog whole, as the server draws it. */
export function DrawnBlogPage({ view }: { view: BlogView }) {
  const { shop } = usePage()
  const urlOf = (path: string) => shop.publicUrl + path
  switch (view.kind) {
    case 'list':
    case 'list-failed':
      return (
        <div id={listId}>
          <BlogListPage view={view} />
        </div>
      )
    case 'post-missing':
      return (
        <div id={postId}>
          <MissingPost />
        </div>
      )
    case 'sample-post':
      return <DrawnPost post={samplePost} url={urlOf(samplePostPath)} isPreview={false} />
    case 'post': {
      const { post, isPreview } = view
      return <DrawnPost post={post} url={urlOf(postPath(post.slug))} isPreview={isPreview} />
    }
  }
}

function DrawnPost(props: Parameters<typeof PostArticle>[0]) {
  const article = (
    <div id={postId}>
      <PostArticle {...props} />
    </div>
  )
  const side = (
    <div id={sideId}>
      <ProtectSide />
    </div>
  )
  return <PostPage article={article} side={side} />
}
