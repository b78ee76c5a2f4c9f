import { blogPath, type ShownPost } from '@priormark/core/blog/blog-view'
import { textOf } from '@priormark/core/blog/excerpt'
import type { Shop } from '@priormark/core/settings/shop'

/** A post as structured data (schema.org/BlogPosting). @param url absolute */
export function blogPosting(
  post: ShownPost,
  { url, description, shop }: { url: string; description: string; shop: Shop },
): object {
  const { title, featuredImage, featuredImageFacts: facts, publishedAt, updatedAt, categories, tags } = post
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
            ...(facts === null ? {} : { width: facts.width, height: facts.height }),
          },
        }),
    ...(categories[0] === undefined ? {} : { articleSection: categories[0].name }),
    ...(keywords.length === 0 ? {} : { keywords }),
    wordCount: textOf(post.content).split(' ').length,
    inLanguage: 'en',
  }
}

/** Breadcrumbs as structured data (schema.org/BreadcrumbList). @param steps names and absolute URLs */
export function breadcrumbs(steps: readonly [name: string, url: string][]): object {
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
