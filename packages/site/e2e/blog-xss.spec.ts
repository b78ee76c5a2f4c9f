import type { Page } from '@playwright/test'
import { xssVectors } from '@priormark/api/testing/xss-vectors'
import { cases, sample } from '@priormark/core/testing/depth'
import { emptyPost } from './blog-api.ts'
import { expect, test } from './fixtures.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { PostEditorScreen } from '../testing/screens/post-editor.screen.ts'
import { adminApi } from '../testing/shop-api.ts'
import { untilIdle } from './until-idle.ts'

// Its posts would appear in the lists of other tests.
test.use({ isOwnShop: true })

/** The server rejects requests with a NUL. */
const possible = xssVectors.filter((vector) => !vector.includes('\0'))
/** The API’s tests clean all of them. */
const vectors = sample(possible, cases({ normal: 20, deep: Infinity }))

/** Counts the scripts that run in a page: every vector calls alert(). */
function countAlerts(page: Page): () => number {
  let alerts = 0
  page.on('dialog', (dialog) => {
    alerts += 1
    void dialog.dismiss()
  })
  return () => alerts
}

test('runs no script of known XSS vectors in a post, even without the Content Security Policy', async ({
  shop,
  newVisitor,
  browserErrors,
}) => {
  browserErrors.allow(/Failed to load resource/)
  const { blog } = await adminApi(shop.url)
  // One post each, because some vectors swallow the HTML that follows.
  const cleaned: string[] = []
  for (const [index, vector] of vectors.entries()) {
    const content = `<p>Vector ${index}</p>${vector}`
    const post = await blog.create({
      body: { ...emptyPost, title: `Vector ${index}`, slug: `vector-${index}`, content },
    })
    cleaned.push(post.content)
  }
  const vectorText = '</title></script>"><img src=x onerror=alert(1)><script>alert(1)</script>'
  const all = await blog.create({
    body: {
      ...emptyPost,
      title: vectorText,
      slug: 'all-vectors',
      status: 'published',
      content: cleaned.join(''),
      excerpt: vectorText,
      metaDescription: vectorText,
      metaKeywords: vectorText,
      tags: ['<img src=x onerror=alert(1)>'],
    },
  })

  const page = await newVisitor({ bypassCSP: true })
  await page.route(
    (url) => !url.href.startsWith(shop.url),
    (route) => route.abort(),
  )
  const alerts = countAlerts(page)
  for (const address of ['/blog/all-vectors', '/blog', `/blog?search=${encodeURIComponent(vectorText)}`]) {
    await page.goto(address)
    await page.keyboard.press('Tab')
    await untilIdle(page)
    await expect(page).toHaveURL(address)
  }
  await new LoginScreen(page).logInByApi()
  const editor = new PostEditorScreen(page)
  await editor.open(all.id)
  await expect(editor.content).toContainText(`Vector ${vectors.length - 1}`)
  expect(alerts()).toBe(0)

  // An uncleaned vector runs and is counted, so the count of zero above is meaningful.
  await page.goto('/terms')
  await page.evaluate(() => {
    document.body.innerHTML = '<img src=x onerror=alert(1)>'
  })
  await expect.poll(alerts).toBe(1)
})
