import type { Page } from '@playwright/test'
import { pageChanges } from '../testing/changed-page.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { expect, test } from './fixtures.ts'
import { holdRequests, pageScript } from './hold-requests.ts'
import { textWork } from './work-files.ts'

/** React reports that a page differs from what the server rendered. Nothing else may go wrong. */
test.beforeEach(({ browserErrors }) => browserErrors.allow(/Minified React error #418/))

/** Opens a page whose script is held, and changes it. Returns a function that lets the page hydrate. */
async function openChanged(page: Page, path: string, change: () => void): Promise<() => Promise<void>> {
  const script = await holdRequests(page, pageScript)
  await page.goto(path)
  await page.evaluate(change)
  return async () => {
    await script.requested
    await expect(page.locator('html[data-hydrated]')).toHaveCount(0)
    script.release()
    await expect(page.locator('html[data-hydrated]')).toHaveCount(1)
  }
}

for (const [title, change] of Object.entries(pageChanges)) {
  const rare = title === 'a translation' ? {} : { tag: '@deep' }

  test.describe(`a page that was changed before hydration by ${title}`, () => {
    test('uploads a file that was chosen before, and takes the order', rare, async ({ page }, testInfo) => {
      const work = await textWork(testInfo, 'early.txt', 'chosen before the script')
      const landing = new LandingScreen(page)
      const hydrate = await openChanged(page, '/', change)
      await landing.choose(work.path)
      await hydrate()
      await expect(landing.section.locator('code')).toHaveText(work.sha256)
      await landing.seal.waitFor()
      await landing.fillForm({
        firstName: 'Tomás',
        lastName: 'Ferreira',
        email: 'tomas@example.org',
        projectName: 'Lanternfall',
        projectDescription: 'A puzzle game about carrying light.',
      })
      await landing.submit.click()
      await expect(page).toHaveURL(/\/checkout\?orderId=/)
    })

    test('keeps a text, the caret and the focus', rare, async ({ page }) => {
      const hydrate = await openChanged(page, '/', change)
      const line = page.getByLabel('Type a line of your own')
      await line.fill('ac')
      await line.press('ArrowLeft')
      await hydrate()
      await expect(line).toHaveValue('ac')
      await expect(line).toBeFocused()
      await page.keyboard.type('b')
      await expect(page.locator('code').first()).toHaveText(
        'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      )
    })

    test('sends an address that was typed, and its form that was submitted', rare, async ({ page }) => {
      const hydrate = await openChanged(page, '/my-works', change)
      const email = page.locator('#root input[type=email]')
      await email.fill('early@example.org')
      await email.press('Enter')
      await hydrate()
      await expect(page.getByText('If there are orders for early@example.org')).toBeVisible()
    })
  })
}

test(
  'runs the click of a button that was pressed on a translated page',
  { tag: '@deep' },
  async ({ page }) => {
    await page.goto('/')
    const script = await holdRequests(page, pageScript)
    await page.goto('/terms')
    await page.evaluate(pageChanges['a translation'])
    await page.getByRole('button', { name: 'Go Back' }).click()
    await script.requested
    script.release()
    await expect(page).toHaveURL('/')
  },
)
