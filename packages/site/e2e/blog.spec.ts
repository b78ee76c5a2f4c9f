import type { NewPost } from '@priormark/core/blog/post'
import { expect, test } from './fixtures.ts'
import { holdRequests, pageScript } from './hold-requests.ts'
import { BlogScreen } from '../testing/screens/blog.screen.ts'
import type { Details } from '../testing/screens/landing.screen.ts'
import { PostScreen } from '../testing/screens/post.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { adminApi, findOrders } from '../testing/shop-api.ts'
import { textWork } from './work-files.ts'
import { untilIdle } from './until-idle.ts'

// Lists all posts.
test.use({ isOwnShop: true })

const hydrated = 'html[data-hydrated]'

const details: Details = {
  firstName: 'Noor',
  lastName: 'Haddad',
  email: 'noor@example.org',
  projectName: 'Saltwater',
  projectDescription: 'A song in five verses.',
}

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `<p>Paragraph ${index + 1} of this post.</p>`).join('')

type Changes = Partial<Pick<NewPost, 'title' | 'content' | 'metaDescription'>>

/** Publishes a post with a unique slug. */
async function publish(url: string, slug: string, changes: Changes = {}) {
  const api = await adminApi(url)
  const body = {
    title: `Post ${slug}`,
    content: paragraphs(6),
    slug,
    status: 'published' as const,
    ...changes,
  }
  return api.blog.create({ body })
}

test('shows a message in an empty blog', { tag: '@deep' }, async ({ page }) => {
  await new BlogScreen(page).open()
  await expect(page.getByText('No blog posts found')).toBeVisible()
  await expect(page.getByText("We haven't published any posts yet. Check back soon!")).toBeVisible()
})

test('opens a post from the second page of the list', { tag: '@deep' }, async ({ page, shop }) => {
  for (let number = 1; number <= 12; number += 1) await publish(shop.url, `reading-${number}`)
  const blog = new BlogScreen(page)
  await blog.open()
  await expect(blog.cards).toHaveCount(10)
  await blog.pages.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/blog?page=2')
  await blog.card('Post reading-1').click()
  await expect(page).toHaveURL('/blog/reading-1')
  await expect(new PostScreen(page).heading).toHaveText('Post reading-1')
  await expect(page).toHaveTitle('Post reading-1 | Priormark')
})

test('searches posts, shows the search text without results, and clears the search', async ({
  page,
  shop,
}) => {
  await publish(shop.url, 'okapi', { title: 'The okapi in the score' })
  const blog = new BlogScreen(page)
  await blog.open()
  await blog.searchFor('okapi')
  await expect(page).toHaveURL('/blog?search=okapi')
  await expect(blog.cards).toHaveText(['The okapi in the score'])
  await blog.searchFor('qqxxyyzz')
  await expect(page.getByText('No posts match "qqxxyyzz".')).toBeVisible()
  await blog.clearSearch.click()
  await expect(page).toHaveURL('/blog')
  await expect(blog.search).toHaveValue('')
})

test('orders from a post and continues to the checkout', async ({ page, shop }, testInfo) => {
  const work = await textWork(testInfo, 'saltwater.txt', 'five verses')
  await publish(shop.url, 'ordering')
  const post = new PostScreen(page)
  await post.open('ordering')
  await expect(post.banner).toBeVisible()
  await post.bannerButton.click()
  await expect(post.section).toBeInViewport()

  await post.submit.click()
  await expect(post.firstName).toBeFocused()
  for (const message of ['Description should be at least 10 characters', 'You must agree to the terms']) {
    await expect(post.section.getByText(message)).toBeVisible()
  }
  await post.fillForm(details)
  await post.submit.click()
  await expect(post.toast.urgent).toHaveText(
    toastText('No file uploaded', 'Please upload a file to continue'),
  )

  await post.upload(work.path)
  await post.submit.click()
  await page.waitForURL(/\/checkout\?orderId=/)
  await expect(page.getByRole('heading', { name: 'Complete Your Purchase' })).toBeVisible()
  const [order] = await findOrders(shop.url, 'Saltwater')
  expect(order).toMatchObject({ email: 'noor@example.org', fileSha256: work.sha256 })
  expect(page.url()).toContain(order?.id)
  await page.goBack()
  await expect(post.heading).toHaveText('Post ordering')
  await expect(page).toHaveTitle('Post ordering | Priormark')
})

test(
  'shows an error if the order fails',
  { tag: '@deep' },
  async ({ page, shop, browserErrors }, testInfo) => {
    browserErrors.allow(/500/)
    const work = await textWork(testInfo, 'failed.txt', 'failed')
    await publish(shop.url, 'failed')
    const post = new PostScreen(page)
    await post.open('failed')
    await post.upload(work.path)
    await post.fillForm(details)
    await page.route('**/api/create-order', (route) => route.fulfill({ status: 500, body: '' }))
    await post.submit.click()
    await expect(post.toast.urgent).toHaveText(toastText('Error', 'Failed to process your request'))
  },
)

test(
  'keeps form input that was typed before hydration',
  { tag: '@deep' },
  async ({ page, shop }, testInfo) => {
    const work = await textWork(testInfo, 'early.txt', 'early bird')
    await publish(shop.url, 'early')
    const script = await holdRequests(page, pageScript)
    const post = new PostScreen(page)
    await post.open('early')
    await post.fillForm({ ...details, projectName: 'Early' })
    await expect(page.locator(hydrated)).toHaveCount(0)
    script.release()
    await expect(page.locator(hydrated)).toHaveCount(1)
    await post.upload(work.path)
    await expect(post.projectDescription).toHaveValue(details.projectDescription)
    await post.submit.click()
    await page.waitForURL(/\/checkout\?orderId=/)
  },
)

test(
  'shares a post with plain links, and copies its address',
  { tag: '@deep' },
  async ({ page, context, shop }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await publish(shop.url, 'sharing')
    const post = new PostScreen(page)
    await post.open('sharing')
    await expect(post.share('Facebook')).toHaveAttribute('href', /facebook\.com\/sharer/)
    await expect(post.share('Twitter')).toHaveAttribute('href', /twitter\.com\/intent/)
    await expect(post.share('LinkedIn')).toHaveAttribute('href', /linkedin\.com\/sharing/)
    await post.copyLink.click()
    await expect(post.toast.polite).toHaveText('Link copied to clipboard!')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/blog\/sharing$/)
  },
)

test('requests nothing from a video host before the video is played', async ({ page, shop }) => {
  const foreign: string[] = []
  page.on('request', (request) => !request.url().startsWith(shop.url) && foreign.push(request.url()))
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' }),
  )
  const content =
    '<p>Look.</p><figure class="media"><oembed url="https://youtu.be/dQw4w9WgXcQ"></oembed></figure>'
  await publish(shop.url, 'video', { content })
  const post = new PostScreen(page)
  await page.goto('/blog/video')
  await untilIdle(page)
  expect(foreign).toEqual([])
  await post.playVideo.click()
  await expect(post.player).toHaveAttribute(
    'src',
    /^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ/,
  )
  await expect.poll(() => foreign.length).toBe(1)
})

test('shows a changed post, and returns 404 for a deleted one', async ({ page, shop, browserErrors }) => {
  browserErrors.allow(/404 .*\/blog\/changing/)
  const { id } = await publish(shop.url, 'changing', { title: 'Before' })
  const api = await adminApi(shop.url)
  const post = new PostScreen(page)
  await post.open('changing')
  await expect(post.heading).toHaveText('Before')
  const body = { title: 'After', content: paragraphs(1), slug: 'changing', status: 'published' as const }
  await api.blog.change({ params: { id }, body })
  await page.reload()
  await expect(post.heading).toHaveText('After')
  await api.blog.remove({ params: { id } })
  const response = await page.reload()
  expect(response?.status()).toBe(404)
  await expect(post.heading).toHaveText('Error Loading Blog Post')
  await expect(page.getByText("We couldn't find the blog post you're looking for.")).toBeVisible()
  await page.getByRole('link', { name: 'Back to Blog' }).click()
  await expect(page).toHaveURL('/blog')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('renders a post, its head and the search results', async ({ page, shop }) => {
    await publish(shop.url, 'scriptless', {
      title: 'Scriptless',
      metaDescription: 'Read without JavaScript.',
    })
    await page.goto('/blog/scriptless')
    await expect(page).toHaveTitle('Scriptless | Priormark')
    await expect(page.locator('meta[name=description]')).toHaveAttribute(
      'content',
      'Read without JavaScript.',
    )
    await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(2)
    await expect(page.getByText('Paragraph 6 of this post.')).toBeVisible()
    const blog = new BlogScreen(page)
    await blog.open()
    await blog.searchFor('scriptless')
    await expect(blog.card('Scriptless')).toBeVisible()
  })
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('shows a visited post offline, and its current version when online again', async ({
    page,
    context,
    shop,
    browserErrors,
  }) => {
    browserErrors.allow(/ERR_INTERNET_DISCONNECTED/)
    const { id } = await publish(shop.url, 'offline', { title: 'Read before' })
    const post = new PostScreen(page)
    await page.goto('/')
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await post.open('offline')
    await expect(post.heading).toHaveText('Read before')
    const isCached = (text: string) =>
      page.evaluate(
        async (part) => (await (await caches.match('/blog/offline'))?.text())?.includes(part) ?? false,
        text,
      )
    await expect.poll(() => isCached('Read before')).toBe(true)

    await context.setOffline(true)
    await post.open('offline')
    await expect(post.heading).toHaveText('Read before')
    await context.setOffline(false)

    const api = await adminApi(shop.url)
    const body = {
      title: 'Changed since',
      content: paragraphs(1),
      slug: 'offline',
      status: 'published' as const,
    }
    await api.blog.change({ params: { id }, body })
    await post.open('offline')
    await expect.poll(() => isCached('Changed since')).toBe(true)
    await post.open('offline')
    await expect(post.heading).toHaveText('Changed since')
  })
})
