import {
  blogListPath,
  blogPath,
  feedPath,
  postPath,
  samplePostPath,
  type BlogView,
  type ShownPost,
} from '@priormark/core/blog/blog-view'
import { cutText, textOf } from '@priormark/core/blog/excerpt'
import { blogPageSize } from '@priormark/core/platform/limits'
import { pageCount } from '@priormark/core/platform/page'
import { postImagePath, siteImagePath } from '@priormark/core/pages/share-image'
import { jsonLd, link, meta, shareImageTags } from '../platform/head-tags.ts'
import type { Shop } from '@priormark/core/settings/groups'
import { samplePost } from './sample-post.ts'

/** The longest description that search engines show in full, in characters. */
const descriptionLength = 160

const listDescription =
  'On making work, sharing it, and proving when it existed: guides and notes for songwriters, game developers, artists and authors.'

/** Returns the head of a blog page: its title as plain text, and its other tags as HTML. */
export function blogHead(view: BlogView, shop: Shop): { title: string; tags: string[] } {
  const feed = link('alternate', {
    type: 'application/rss+xml',
    title: `${shop.name} blog`,
    href: shop.publicUrl + feedPath,
  })
  const { title, tags } = headOf(view, shop)
  return { title: `${title} | ${shop.name}`, tags: [...tags, feed] }
}

function headOf(view: BlogView, shop: Shop): { title: string; tags: string[] } {
  switch (view.kind) {
    case 'list':
      return listHead(view, shop)
    case 'list-failed':
    case 'list-limited':
      return { title: 'Blog', tags: [noIndex] }
    case 'post-missing':
      return { title: 'Error Loading Blog Post', tags: [noIndex] }
    case 'sample-post':
      return {
        title: samplePost.title,
        tags: [...cardTags(samplePost, samplePostPath, shop, siteImagePath), noIndex],
      }
    case 'post':
      return view.isPreview
        ? { title: `Preview: ${view.post.title}`, tags: [noIndex] }
        : postHead(view.post, shop)
  }
}

const noIndex = meta('name', 'robots', 'noindex')

function listHead(
  { search, page, total }: Extract<BlogView, { kind: 'list' }>,
  { name, publicUrl }: Shop,
): { title: string; tags: string[] } {
  const isSearch = search !== ''
  const title = page > 1 ? `Blog, page ${page}` : 'Blog'
  const pages = pageCount(total, blogPageSize)
  const url = publicUrl + blogListPath({ page })
  const tags = [
    meta('name', 'description', listDescription),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', name),
    meta('property', 'og:title', `${title} | ${name}`),
    meta('property', 'og:description', listDescription),
    meta('property', 'og:url', url),
    ...shareImageTags(publicUrl + siteImagePath, `${name}, and the seal of a work`),
  ]
  // Search results and pages without posts must not be indexed.
  if (isSearch || page > pages)
    return { title: isSearch ? `Search: ${search}` : title, tags: [...tags, noIndex] }
  tags.push(link('canonical', { href: url }))
  if (page > 1) tags.push(link('prev', { href: publicUrl + blogListPath({ page: page - 1 }) }))
  if (page < pages) tags.push(link('next', { href: publicUrl + blogListPath({ page: page + 1 }) }))
  tags.push(
    jsonLd(
      breadcrumbs([
        ['Home', `${publicUrl}/`],
        ['Blog', publicUrl + blogPath],
      ]),
    ),
  )
  return { title, tags }
}

function postHead(post: ShownPost, shop: Shop): { title: string; tags: string[] } {
  const path = postPath(post.slug)
  const url = shop.publicUrl + path
  const crumbs = breadcrumbs([
    ['Home', `${shop.publicUrl}/`],
    ['Blog', shop.publicUrl + blogPath],
    [post.title, url],
  ])
  const tags = [
    ...cardTags(post, path, shop),
    link('canonical', { href: url }),
    jsonLd(blogPosting(post, { url, description: describe(post), shop })),
    jsonLd(crumbs),
  ]
  return { title: post.metaTitle ?? post.title, tags }
}

/** The tags for link previews and search engines. @param imagePath the picture if there is no featured image */
function cardTags(
  post: ShownPost,
  path: string,
  { name, publicUrl }: Shop,
  imagePath = postImagePath(post.slug),
): string[] {
  const title = post.metaTitle ?? post.title
  const description = describe(post)
  const image = imageTags(post, publicUrl, imagePath)
  const { publishedAt, updatedAt, author, categories, tags, metaKeywords } = post
  return [
    meta('name', 'description', description),
    ...(metaKeywords === null ? [] : [meta('name', 'keywords', metaKeywords)]),
    meta('name', 'author', author.firstName),
    meta('property', 'og:type', 'article'),
    meta('property', 'og:site_name', name),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', publicUrl + path),
    ...image,
    ...(publishedAt === null ? [] : [meta('property', 'article:published_time', publishedAt)]),
    meta('property', 'article:modified_time', updatedAt),
    meta('property', 'article:author', author.firstName),
    ...categories.slice(0, 1).map((category) => meta('property', 'article:section', category.name)),
    ...tags.map((tag) => meta('property', 'article:tag', tag.name)),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
  ]
}

function imageTags(
  { featuredImage, featuredImageEntry: entry, title }: ShownPost,
  publicUrl: string,
  generatedPath: string,
): string[] {
  if (featuredImage === null) return shareImageTags(publicUrl + generatedPath, title)
  const url = new URL(featuredImage, publicUrl).href
  return [
    meta('property', 'og:image', url),
    ...(entry === null
      ? []
      : [
          meta('property', 'og:image:width', String(entry.width)),
          meta('property', 'og:image:height', String(entry.height)),
        ]),
    meta('property', 'og:image:alt', title),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:image', url),
  ]
}

function describe({ metaDescription, excerpt, content }: ShownPost): string {
  return metaDescription ?? cutText(excerpt || textOf(content), descriptionLength)
}

/** A post as structured data (schema.org/BlogPosting). @param url absolute */
function blogPosting(
  post: ShownPost,
  { url, description, shop }: { url: string; description: string; shop: Shop },
): object {
  const { title, featuredImage, featuredImageEntry: entry, publishedAt, updatedAt, categories, tags } = post
  const keywords = tags.map(({ name }) => name)
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    description,
    url,
    mainEntityOfPage: { '@type': 'WebPage', '@id': url },
    ...(publishedAt === null ? {} : { datePublished: publishedAt }),
    dateModified: updatedAt,
    author: { '@type': 'Person', name: post.author.firstName, url: shop.publicUrl + blogPath },
    publisher: {
      '@type': 'Organization',
      name: shop.name,
      url: `${shop.publicUrl}/`,
      logo: { '@type': 'ImageObject', url: `${shop.publicUrl}/icon.svg` },
    },
    ...(featuredImage === null
      ? {}
      : {
          image: {
            '@type': 'ImageObject',
            url: new URL(featuredImage, shop.publicUrl).href,
            ...(entry === null ? {} : { width: entry.width, height: entry.height }),
          },
        }),
    ...(categories[0] === undefined ? {} : { articleSection: categories[0].name }),
    ...(keywords.length === 0 ? {} : { keywords }),
    wordCount: textOf(post.content).split(' ').length,
    inLanguage: 'en',
  }
}

/** Breadcrumbs as structured data (schema.org/BreadcrumbList). @param steps names and absolute URLs */
function breadcrumbs(steps: readonly [name: string, url: string][]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, item], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item,
    })),
  }
}
