import { queries } from '../tables.ts'
import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { addDays, dayIn } from '@priormark/core/platform/dates'
import { addViews, type DailyViews } from '../../blog/post-views.ts'
import { Admin } from '../../staff/auth/admin-entity.ts'
import { Post } from '../../blog/post-entity.ts'
import { createPost, type Requester } from '../../blog/post-service.ts'
import { addImage } from '../../blog/images/image-service.ts'
import type { Database, Em } from '../../platform/database/database.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { demoImages } from './demo-images.ts'
import { demoPosts, type DemoPost } from './demo-posts.ts'

const dayMs = 24 * 3_600_000

/** The first administrator writes the demo's posts. */
async function findAuthor(em: Em): Promise<Requester> {
  const [owner] = await em.find(Admin, {}, { orderBy: { createdAt: 'asc' }, limit: 1 })
  if (owner === undefined) throw new Error('The demo needs an administrator')
  const { id: adminId, username, role } = owner
  return { admin: { adminId, username, role }, address: '127.0.0.1', key: null }
}

export interface DemoBlogDeps {
  database: Database
  storage: FileStorage
}

/** Fills an empty blog with posts, images and views. Does nothing if the blog has posts. */
export async function fillDemoBlog({ database, storage }: DemoBlogDeps): Promise<void> {
  if ((await database.fork().count(Post)) > 0) return
  const { default: sharp } = await import('sharp')
  const author = await findAuthor(database.fork())
  const images = new Map<string, BlogImage>()
  for (const [name, draw] of Object.entries(demoImages)) {
    const bytes = await sharp(Buffer.from(draw())).png().toBuffer()
    images.set(name, await addImage(database.fork(), storage, { bytes, fileName: `${name}.png` }))
  }
  const imageUrl = (name: string) => images.get(name)?.url ?? ''

  // Oldest first, as in a real blog.
  const posts = [...demoPosts].sort((a, b) => (b.ageDays ?? 0) - (a.ageDays ?? 0))
  const publishedPosts: PublishedPost[] = []
  for (const post of posts) {
    const isPublished = post.ageDays !== null && post.ageDays > 0
    const publishedAt = new Date(Date.now() - (post.ageDays ?? 0) * dayMs)
    const { id } = await createPost(
      database.fork(),
      {
        title: post.title,
        slug: post.slug,
        excerpt: post.excerpt,
        content: withFigures(post, imageUrl),
        status: isPublished ? 'published' : 'draft',
        scheduledAt: post.ageDays !== null && !isPublished ? publishedAt.toISOString() : null,
        authorId: 1,
        featuredImage: imageUrl(post.image),
        metaTitle: '',
        metaDescription: post.metaDescription,
        metaKeywords: post.tags.join(', '),
        categories: [post.category],
        tags: post.tags,
      },
      author,
    )
    if (post.ageDays === null || !isPublished) continue
    publishedPosts.push({ id, ageDays: post.ageDays })
    await queries(database.fork())
      .updateTable('blog_post')
      .set({ published_at: publishedAt, created_at: publishedAt, updated_at: publishedAt })
      .where('id', '=', id)
      .execute()
  }
  await addDemoViews(database.fork(), publishedPosts)
}

function withFigures({ content, figures }: DemoPost, imageUrl: (name: string) => string): string {
  return Object.entries(figures).reduce(
    (html, [name, { className, alt, caption }]) =>
      html.replace(
        `[${name}]`,
        `<figure class="image ${className}"><img src="${imageUrl(name)}" alt="${alt}"><figcaption>${caption}</figcaption></figure>`,
      ),
    content,
  )
}

/** A published post of the demo: its id and how many days ago it was published. */
interface PublishedPost {
  id: string
  ageDays: number
}

/** Adds the views of each day since the posts were published: many at first, then a steady number, fewer on weekends. */
async function addDemoViews(em: Em, posts: readonly PublishedPost[]): Promise<void> {
  const today = dayIn('UTC', new Date())
  await addViews(
    em,
    posts.flatMap(({ id, ageDays }, postIndex) =>
      Array.from({ length: ageDays + 1 }, (_, age): DailyViews => {
        const day = addDays(today, age - ageDays)
        return { postId: id, day, views: viewsOn(day, age, postIndex) }
      }),
    ),
  )
}

/** @param age in days @param postIndex makes the numbers of posts differ */
function viewsOn(day: string, age: number, postIndex: number): number {
  const weekday = new Date(day).getUTCDay()
  const isWeekend = weekday === 0 || weekday === 6
  const steadyViews = 9 + ((postIndex * 5) % 8)
  const earlyViews = Math.round(70 * 0.6 ** age)
  const variation = (age * 13 + postIndex * 7) % 6
  return Math.round((steadyViews + earlyViews + variation) * (isWeekend ? 0.6 : 1))
}
