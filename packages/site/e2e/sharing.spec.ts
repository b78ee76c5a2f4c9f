import type { Page } from '@playwright/test'
import { sampleOrderKey, sampleProofId } from '@priormark/core/proofs/sample/sample-order'
import { createPost } from './blog-api.ts'
import { expect, test } from './fixtures.ts'
import { placeOrderWithKey } from '../testing/shop-api.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Loads the picture of a page's link preview, as a network would, and returns its real size. */
async function previewOf(page: Page, path: string) {
  await page.goto(path)
  const content = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content')
  const address = new URL((await content('og:image')) ?? '').pathname
  const response = await page.request.get(address)
  expect(response.headers()['content-type']).toBe('image/png')
  const size = await page.evaluate(async (source) => {
    const image = new Image()
    image.src = source
    await image.decode()
    return `${image.naturalWidth} x ${image.naturalHeight}`
  }, address)
  expect(size).toBe(`${await content('og:image:width')} x ${await content('og:image:height')}`)
  expect(await content('og:image:alt')).not.toBe('')
  await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute('content', 'summary_large_image')
  return { address, etag: response.headers()['etag'] }
}

test('shows a picture of its own in link previews of the site, of a post and of a proof', async ({
  page,
  shop,
}) => {
  await createPost(shop.url, {
    title: 'A kettle of hawks',
    slug: 'kettle',
    content: '<p>Up.</p>',
    status: 'published',
  })
  const previews = [
    await previewOf(page, '/'),
    await previewOf(page, '/blog/kettle'),
    await previewOf(page, `/verify?proof=${sampleProofId}`),
  ]
  expect(previews.map(({ address }) => address)).toEqual([
    '/share/site.png',
    '/share/post/kettle.png',
    `/share/proof/${sampleProofId}.png`,
  ])
  expect(new Set(previews.map(({ etag }) => etag)).size).toBe(3)
})

test('has no preview of an order, whose address is a secret', async ({ page }) => {
  await page.goto(`/order/${sampleOrderKey}`)
  await expect(page.locator('meta[property^="og:"]')).toHaveCount(0)
})

test('copies the link to a proof and says so on the button', async ({ page, shop }) => {
  await page.goto(`/verify?proof=${sampleProofId}`)
  const button = page.getByRole('button', { name: 'Copy link to this proof' })
  await expect(button).toHaveText('Copy link')
  await button.click()
  await expect(button).toHaveText('Link copied')
  expect(await copied(page)).toBe(`${shop.url}/verify?proof=${sampleProofId}`)
})

test('copies the link to an order and says so on the button', { tag: '@deep' }, async ({ page, shop }) => {
  const { key } = await placeOrderWithKey(shop.url, {
    firstName: 'Maeve',
    lastName: 'Okonkwo',
    email: 'maeve@example.org',
    projectName: 'Harbour Lights',
    projectDescription: 'Lyrics of the title song.',
    fileName: 'harbour.txt',
    fileText: 'A lantern turning',
    isPaid: true,
  })
  await page.goto(`/order/${key}`)
  const button = page.getByRole('button', { name: 'Copy link to this order' })
  await button.click()
  await expect(button).toHaveText('Link copied')
  expect(await copied(page)).toBe(`${shop.url}/order/${key}`)
})
