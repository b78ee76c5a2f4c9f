import { orderPagePath } from '@priormark/core/orders/order-page-view'
import { expect, test } from './fixtures.ts'
import { readOrder } from './order-page-api.ts'
import { cards, CheckoutScreen } from '../testing/screens/checkout.screen.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { SuccessScreen } from '../testing/screens/success.screen.ts'
import { customer, placeOrderWithKey } from '../testing/shop-api.ts'
import { textWork } from './work-files.ts'

test.use({ shopOptions: { env: { ANCHORS: 'embedded', BATCH_SECONDS: '1' } } })

test('records the next draft of a work, and shows the line of drafts', async ({
  page,
  shop,
  browserErrors,
}, testInfo) => {
  const first = { ...customer('drafts'), projectName: 'Ferry, sketch', fileName: 'sketch.txt' }
  const { key } = await placeOrderWithKey(shop.url, { ...first, fileText: 'La la la', isPaid: true })
  const isOffered = async () => (await readOrder(shop, key)).canHaveNextDraft
  await expect.poll(isOffered, { timeout: 120_000 }).toBe(true)
  const main = page.getByRole('main')
  const drafts = main.getByRole('region', { name: 'Drafts' })
  const landing = new LandingScreen(page)
  const checkout = new CheckoutScreen(page)
  const success = new SuccessScreen(page)

  // Another browser than the customer's gets no email address.
  browserErrors.allow(/404 .*\/api\/my-order/)
  await page.goto(orderPagePath(key))
  const recordNext = drafts.getByRole('button', { name: 'Record the next draft' })
  const asNew = landing.section.getByRole('button', { name: 'Record it as a new work' })
  await recordNext.click()
  await asNew.click()
  await expect(landing.firstName).toBeFocused()
  await expect(asNew).toBeHidden()

  await page.goto(orderPagePath(key))
  await recordNext.click()
  await expect(page).toHaveURL('/#protect-now')
  await expect(landing.projectName).toHaveValue('Ferry, sketch')
  await expect(landing.projectDescription).toHaveValue(first.projectDescription)
  await expect(landing.firstName).toHaveValue('Maeve')
  await expect(landing.email, 'the link does not reveal it').toHaveValue('')
  await expect(landing.terms).not.toBeChecked()
  await expect(landing.invitation).toBeVisible()
  await expect(landing.section).toContainText('This is the next draft of a work that you recorded.')

  const work = await textWork(testInfo, 'mix.txt', 'La la la, with a bridge')
  await landing.upload(work.path)
  await landing.projectName.fill('Ferry, mix')
  await landing.email.fill('drafts@example.org')
  await landing.terms.check()
  await page.reload()
  await expect(landing.section, 'after a reload').toContainText('This is the next draft of a work')

  browserErrors.allow(/409 .*\/api\/create-order\)$/)
  // As if the earlier order had been erased meanwhile.
  const withAnotherKey = (body: object) => JSON.stringify({ ...body, previousKey: 'A'.repeat(43) })
  await page.route(
    '/api/create-order',
    (route) => route.continue({ postData: withAnotherKey(route.request().postDataJSON()) }),
    { times: 1 },
  )
  await landing.submit.click()
  await expect(landing.toast.urgent).toContainText('The earlier draft isn’t recorded here')
  await expect(landing.projectName, 'what was typed').toHaveValue('Ferry, mix')
  await expect(asNew).toBeVisible()

  await landing.submit.click()
  await checkout.payWith(cards.succeeds)
  await expect(success.heading).toBeVisible()
  await success.follow.click()

  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Ferry, mix')
  const lines = drafts.getByRole('listitem')
  const timelineLink = drafts.getByRole('link', { name: 'Timeline' })
  await expect(timelineLink).toBeVisible({ timeout: 120_000 })
  await expect(lines).toHaveText([/^Ferry, sketch\s*By \w+ \d+, \d+, on a test chain$/])
  const [timeline] = await Promise.all([page.waitForEvent('download'), timelineLink.click()])
  expect(timeline.suggestedFilename()).toBe('Ferry, mix - timeline.pdf')
  await page.goto(orderPagePath(key))
  await expect(drafts.getByRole('listitem'), 'anyone with the link could add a draft').toHaveCount(0)
})
