import type { Page } from '@playwright/test'
import { xssVectors } from '@priormark/api/testing/xss-vectors'
import { emptyPost } from './blog-calls.ts'
import { expect, test } from './fixtures.ts'
import { LoginScreen } from './screens/login.screen.ts'
import { PostEditorScreen } from './screens/post-editor.screen.ts'
import { adminApi } from './shop-calls.ts'

// The titles of its posts would be in the lists of other tests.
test.use({ isOwnShop: true })

test.use({ serviceWorkers: 'block' })

/** Those that can come in at all: a request with a NUL is refused. */
const vectors = xssVectors.filter((vector) => !vector.includes('\0'))

/** Counts the programs that run in a page: every vector calls alert(). */
function countAlerts(page: Page): () => number {
  let alerts = 0
  page.on('dialog', (dialog) => {
    alerts += 1
    void dialog.dismiss()
  })
  return () => alerts
}

test('Published ways to smuggle a program into a post run nothing, even without the security policy', async ({
  shop,
  newVisitor,
  complaints,
}) => {
  complaints.expect(/Service Worker registration blocked|Failed to load resource/)
  const { blog } = await adminApi(shop.url)
  // One by one, for some of them swallow what follows.
  const cleaned: string[] = []
  for (const [index, vector] of vectors.entries()) {
    const content = `<p>Vector ${index}</p>${vector}`
    const post = await blog.create({
      body: { ...emptyPost, title: `Vector ${index}`, slug: `vector-${index}`, content },
    })
    cleaned.push(post.content)
  }
  const smuggler = '</title></script>"><img src=x onerror=alert(1)><script>alert(1)</script>'
  const all = await blog.create({
    body: {
      ...emptyPost,
      title: smuggler,
      slug: 'all-vectors',
      status: 'published',
      content: cleaned.join(''),
      excerpt: smuggler,
      metaDescription: smuggler,
      metaKeywords: smuggler,
      tags: ['<img src=x onerror=alert(1)>'],
    },
  })

  const page = await newVisitor({ bypassCSP: true, serviceWorkers: 'block' })
  await page.route(
    (url) => !url.href.startsWith(shop.url),
    (route) => route.abort(),
  )
  const alerts = countAlerts(page)
  for (const address of ['/blog/all-vectors', '/blog', `/blog?search=${encodeURIComponent(smuggler)}`]) {
    await page.goto(address)
    await page.keyboard.press('Tab')
    await page.waitForLoadState('networkidle')
    await expect(page).toHaveURL(address)
  }
  await new LoginScreen(page).enter()
  const editor = new PostEditorScreen(page)
  await editor.open(all.id)
  await expect(editor.content).toContainText(`Vector ${vectors.length - 1}`)
  expect(alerts()).toBe(0)

  // One of them as it came does run here: nothing was counted because nothing ran.
  await page.goto('/terms')
  await page.evaluate(() => {
    document.body.innerHTML = '<img src=x onerror=alert(1)>'
  })
  await expect.poll(alerts).toBe(1)
})
