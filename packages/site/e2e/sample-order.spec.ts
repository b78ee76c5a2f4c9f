import { expect, test } from './fixtures.ts'
import { expectAccessible } from './axe-scan.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { VerifyScreen } from '../testing/screens/verify.screen.ts'

const verdict = 'File and proof match. This is a test chain and proves no date.'

test('shows on the landing page what a customer receives', async ({ page }) => {
  await new LandingScreen(page).open()
  const received = page.getByRole('region', { name: 'What you receive' })
  await received.scrollIntoViewIfNeeded()
  for (const name of ['The certificate of the sample order', 'The badge of the sample order']) {
    const image = received.getByRole('img', { name })
    await image.scrollIntoViewIfNeeded()
    await expect
      .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
      .toBeGreaterThan(0)
  }
  for (const [link, fileName] of [
    ['Sample certificate', 'Night Ferry - certificate.pdf'],
    ['Sample evidence', 'Night Ferry - evidence.zip'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      received.getByRole('link', { name: link }).click(),
    ])
    expect(download.suggestedFilename()).toBe(fileName)
  }
})

test('lets anyone open the sample order, and verify what it offers', async ({ page }) => {
  await new LandingScreen(page).open()
  await page.getByRole('link', { name: 'Open the sample order' }).click()
  await expect(page.getByRole('heading', { name: 'Night Ferry', level: 1 })).toBeVisible()
  await expect(page.getByText('Sample order', { exact: true })).toBeVisible()
  await expect(page.getByText('a test chain proves nothing to others').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Bookmark this private link' })).toHaveCount(0)
  const save = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name }).click(),
    ])
    return download.path()
  }
  const work = await save('the file it is for')
  const evidence = await save('Download the evidence')
  await page.goto('/verify')
  const verify = new VerifyScreen(page)
  await verify.add(work, evidence)
  await expect(verify.result('MATCHES, NO DATE YET', verdict)).toContainText('Night Ferry')
})

test('shares the proof of an order without a name, as its preview shows', async ({ page }) => {
  await new LandingScreen(page).open()
  await page.getByRole('link', { name: 'Open the sample order' }).click()
  await page.getByText('Share a proof').click()
  const preview = page.getByRole('region', { name: 'What the other person sees' })
  await expect(preview).toContainText('Sample')
  for (const name of ['First name', 'Last name']) await page.getByRole('checkbox', { name }).uncheck()
  await expect(preview.getByText('hidden by the sender')).toHaveCount(2)
  await expect(preview).not.toContainText('Sample')
  await expectAccessible(page, 'a shared proof')
  const save = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name }).click(),
    ])
    return download.path()
  }
  const proof = await save('Download shared proof')
  const work = await save('the file it is for')
  await page.goto('/verify')
  const verify = new VerifyScreen(page)
  await verify.add(work, proof)
  const result = verify.result('MATCHES, NO DATE YET', verdict)
  await expect(result).toContainText('Night Ferry')
  await expect(result.getByText('hidden by the sender')).toHaveCount(2)
  await expect(result).not.toContainText('Sample')
})

test('verifies the sample with one click', async ({ page }) => {
  await page.goto('/verify')
  await page.getByRole('link', { name: 'Try it with our sample order' }).click()
  await expect(new VerifyScreen(page).result('MATCHES, NO DATE YET', verdict)).toContainText('Night Ferry')
  const file = page.getByRole('listitem').filter({ hasText: 'night-ferry.txt' })
  const mark = await file.getByText('matches', { exact: true }).boundingBox()
  const remove = await file.getByRole('button', { name: 'Remove night-ferry.txt' }).boundingBox()
  if (mark === null || remove === null) throw new Error('The mark or the button has no box')
  expect(mark.x + mark.width).toBeLessThanOrEqual(remove.x)
})

test('says so if the sample cannot be loaded', { tag: '@deep' }, async ({ page, browserErrors }) => {
  browserErrors.allow(/Failed to load resource/)
  await page.route('**/api/sample/work', (route) => route.abort())
  await page.goto('/verify?sample')
  await expect(page.getByText('We couldn’t load the sample')).toBeVisible()
})
