import { blogPath, postPath, samplePostPath, type ShownPost } from '@priormark/core/blog/blog-view'
import button from '../platform/layout/button.module.css'
import { usePage, usePageView, usePrice, useContent } from '../../rendering/page/page-context.tsx'
import { samplePost } from './sample-post.ts'
import { formatDay } from '@priormark/core/platform/dates'
import { RegistrationMark } from '../../ui/RegistrationMark.tsx'
import { bodyParts } from './post-body.ts'
import { PostImage } from './PostImage.tsx'
import { protectId, protectTitleId } from './PostPage.tsx'
import { publicText } from '@priormark/core/settings/policy/publicity-texts'
import { linkText } from '@priormark/core/settings/policy/recording-texts'

/** A post, or an error message if there is none. Only rendered on the server. */
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

function MissingPost() {
  return (
    <section className="wide blog blog-empty">
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

interface PostArticleProps {
  post: ShownPost
  /** The post's absolute URL. */
  url: string
  isPreview: boolean
}

/** PostPage.tsx handles the buttons. */
function PostArticle({ post, url, isPreview }: PostArticleProps) {
  const { title, content, author, categories, tags, publishedAt } = post
  const [before, after] = bodyParts(content)
  return (
    <article className="wide post">
      {isPreview && (
        <p className="post-preview">
          <strong>Preview.</strong> Only people with this link can see it.
        </p>
      )}
      <header className="post-head">
        <p className="post-facts">
          <a href={blogPath}>Blog</a>
          {categories.map((category) => (
            <span key={category.id} className="post-category">
              {category.name}
            </span>
          ))}
        </p>
        <h1>{title}</h1>
        <p className="post-by">
          By {author.firstName}
          {publishedAt !== null && (
            <>
              , <time dateTime={publishedAt}>{formatDay(publishedAt)}</time>
            </>
          )}
        </p>
      </header>
      <PostImage post={post} sizes="(min-width: 80rem) 66rem, 90vw" />
      <div className="post-text">
        <div className="prose" dangerouslySetInnerHTML={{ __html: before }} />
        {after !== undefined && (
          <>
            {isPreview && (
              <p className="post-banner-note">Posts with more than three paragraphs get this banner here.</p>
            )}
            <PromoBanner />
            <div className="prose" dangerouslySetInnerHTML={{ __html: after }} />
          </>
        )}
      </div>
      <footer className="post-foot">
        {tags.length > 0 && (
          <ul className="tags" aria-label="Tags">
            {tags.map((tag) => (
              <li key={tag.id}>{tag.name}</li>
            ))}
          </ul>
        )}
        <ShareLinks url={url} title={title} />
      </footer>
    </article>
  )
}

/** The banner in longer posts; its button scrolls to the form at the end. */
function PromoBanner() {
  const { title, text, button: label } = useContent('banner')
  return (
    <aside className="promo-banner" data-ink aria-labelledby="promo-banner-title">
      <RegistrationMark className="promo-banner-mark" filledQuarters={3} />
      <div>
        <p id="promo-banner-title" className="promo-banner-title">
          {title}
        </p>
        <p>{text}</p>
      </div>
      <a href={`#${protectId}`} className={button.small}>
        {label}
      </a>
    </aside>
  )
}

/** Links to share a post, and a button that copies its address. @param url absolute */
function ShareLinks({ url, title }: { url: string; title: string }) {
  const address = encodeURIComponent(url)
  const networks = [
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${address}` },
    {
      name: 'Twitter',
      href: `https://twitter.com/intent/tweet?url=${address}&text=${encodeURIComponent(title)}`,
    },
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${address}` },
  ]
  return (
    <section className="share" aria-labelledby="share-title">
      <h2 id="share-title">Share this post</h2>
      <ul>
        {networks.map(({ name, href }) => (
          <li key={name}>
            <a href={href} target="_blank" rel="noopener noreferrer" aria-label={`Share on ${name}`}>
              {name}
            </a>
          </li>
        ))}
        <li>
          <button type="button" data-copies={url}>
            Copy link
          </button>
        </li>
      </ul>
    </section>
  )
}

/** The text next to the form at the end of a post. Only rendered on the server. */
export function ProtectSide() {
  const price = usePrice()
  const { policy } = usePage()
  return (
    <>
      <h2 id={protectTitleId}>Protect your own work</h2>
      <p className="protect-price">
        {price} <span>paid once</span>
      </p>
      <p>
        Upload the file and describe it. {publicText} {linkText(policy)}
      </p>
    </>
  )
}
