import { expectAccessible } from './axe-scan.ts'
import { createPost } from './blog-api.ts'
import { expect, test } from './fixtures.ts'
import { LoginScreen } from './screens/login.screen.ts'
import { placeOrder } from './shop-api.ts'

// Shows the order and the post that it makes.
test.use({ isOwnShop: true })

const widths = [390, 1024, 1440]

test(
  'no screen of the admin scrolls sideways or is hard to read, on a phone, a tablet or a wide window, in light or dark',
  { tag: '@deep' },
  async ({ page, shop }) => {
    const orderId = await placeOrder(shop.url, {
      firstName: 'Wilhelmina',
      lastName: 'Featherstonehaugh',
      email: 'wilhelmina.featherstonehaugh@example.org',
      projectName: 'A title that is much longer than any column of a list is wide',
      projectDescription: 'Words.',
      fileName: 'an-unbroken-file-name-that-does-not-fit-a-phone-at-all.txt',
      fileText: 'Wide.',
      isPaid: true,
    })
    const postId = await createPost(shop.url, { title: 'Wide and narrow', slug: 'wide', status: 'published' })
    await new LoginScreen(page).logInByApi()
    const paths = [
      'dashboard',
      'dashboard?search=nothing',
      `orders/${orderId}`,
      'blog',
      `blog/editor?id=${postId}`,
      `blog/views?id=${postId}`,
      'blog/images',
      'blog/topics',
      'blog/discarded',
      'anchors',
      'audit',
      'health',
      'people',
      'settings',
      'settings/shop',
      'settings/legal',
      'settings/legal/privacy',
      'settings/email',
      'settings/data',
      'settings/time-zone',
      'account',
    ]
    for (const path of paths) {
      await page.goto(`/admin/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        const shown = `${path} at ${width} px`
        // Cards replace a table a moment later.
        const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
        await expect.poll(scrollWidth, { message: shown, timeout: 10_000 }).toBe(width)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await expectAccessible(page, `${shown} in ${colorScheme}`)
        }
      }
    }
  },
)
