import { createHash } from 'node:crypto'
import { maxOrderFileBytes } from '@priormark/core/platform/limits'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { CheckoutScreen } from '../testing/screens/checkout.screen.ts'
import { LandingScreen, type Details } from '../testing/screens/landing.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { findOrders } from '../testing/shop-api.ts'
import { sizedWork, textWork } from './work-files.ts'

const details: Details = {
  firstName: 'Tomás',
  lastName: 'Ferreira',
  email: 'tomas@example.org',
  projectName: 'Lanternfall',
  projectDescription: 'A puzzle game about carrying light.',
}

test('shows the form once a file is uploaded, and does not submit it without one', async ({
  page,
}, testInfo) => {
  const work = await textWork(testInfo, 'lanternfall.txt', 'the only lantern')
  const landing = new LandingScreen(page)
  await landing.open()
  await expect(landing.invitation).toBeVisible()
  await expect(landing.section.getByText('Maximum file size: 50MB')).toBeVisible()
  await expect(landing.firstName).toBeHidden()
  await landing.upload(work.path)
  await expect(landing.section.getByText('16 Bytes')).toBeVisible()
  await landing.fillForm(details)

  await landing.removeFile.click()
  await expect(landing.invitation).toBeVisible()
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await landing.submit.click()
  await expect(landing.toast.urgent).toHaveText(
    toastText('No file uploaded', 'Please upload a file to continue'),
  )
  await expect(landing.browse).toBeFocused()
  expect(calls).toEqual([])
})

test('shows an error at each missing field and focuses the first', async ({ page }, testInfo) => {
  const work = await textWork(testInfo, 'lanternfall.txt', 'the only lantern')
  const landing = new LandingScreen(page)
  await landing.open()
  await landing.upload(work.path)
  await landing.submit.click()
  await expect(landing.firstName).toBeFocused()
  const errors: [typeof landing.firstName, string][] = [
    [landing.firstName, 'First name is required'],
    [landing.lastName, 'Last name is required'],
    [landing.email, 'Invalid email address'],
    [landing.projectName, 'Project name is required'],
    [landing.projectDescription, 'Project description is required'],
    [landing.terms, 'You must accept the terms'],
  ]
  for (const [field, message] of errors) {
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(`${message}$`))
  }
  await landing.firstName.fill('T')
  await expect(landing.section.getByText('First name is required')).toBeHidden()
  await expect(landing.section.getByText('Last name is required')).toBeVisible()
  // Asking about the domain as the field loses focus leaves the button where the click is.
  await landing.email.fill('tomas@gmial.com')
  await landing.submit.click()
  await expect(landing.lastName).toBeFocused()
})

test('shows errors of the server at their fields and keeps the input', async ({
  page,
  browserErrors,
}, testInfo) => {
  browserErrors.allow(/400 .*create-order/)
  const work = await textWork(testInfo, 'lanternfall.txt', 'the only lantern')
  const landing = new LandingScreen(page)
  await landing.open()
  await landing.upload(work.path)
  await landing.fillForm(details)
  await page.route('/api/create-order', async (route) => {
    const sent: object = route.request().postDataJSON()
    await route.continue({ postData: { ...sent, email: 'nobody' } })
  })
  await landing.submit.click()
  await expect(landing.email).toHaveAccessibleDescription(/Invalid email address$/)
  await expect(landing.email).toBeFocused()
  await expect(landing.toast.urgent).toContainText('Order creation failed')
  await expect(landing.email).toHaveValue('tomas@example.org')

  await page.unroute('/api/create-order')
  await landing.submit.click()
  await expect(page).toHaveURL(/\/checkout\?orderId=/)
})

test('asks to read the terms again if they changed while the form was open', async ({
  page,
  browserErrors,
}, testInfo) => {
  browserErrors.allow(/409 .*create-order/)
  const work = await textWork(testInfo, 'lanternfall.txt', 'the only lantern')
  const landing = new LandingScreen(page)
  await landing.open()
  await landing.upload(work.path)
  await landing.fillForm(details)
  await page.route('/api/create-order', async (route) => {
    const sent: object = route.request().postDataJSON()
    expect(sent).toHaveProperty('termsId', expect.stringMatching(/^[0-9a-f]{16}$/))
    await route.continue({ postData: { ...sent, termsId: '0123456789abcdef' } })
  })
  await landing.submit.click()
  await expect(landing.terms).toHaveAccessibleDescription('The terms changed, please read them again.')
  await expect(landing.terms).toBeFocused()
  await expect(landing.terms).not.toBeChecked()
  await expect(landing.projectName).toHaveValue(details.projectName)
  await expect(landing.section.getByRole('link', { name: 'Read the Terms & Conditions' })).toHaveAttribute(
    'href',
    '/terms',
  )

  await page.unroute('/api/create-order')
  await landing.terms.check()
  await landing.submit.click()
  await expect(page).toHaveURL(/\/checkout\?orderId=/)
})

test('shows an error if the order does not reach the server, and submits it on the next try', async ({
  page,
  browserErrors,
}, testInfo) => {
  browserErrors.allow(/ERR_FAILED.*create-order/)
  const work = await textWork(testInfo, 'lanternfall.txt', 'the only lantern')
  const landing = new LandingScreen(page)
  await landing.open()
  await landing.upload(work.path)
  await landing.fillForm(details)
  await page.route('/api/create-order', (route) => route.abort())
  await landing.submit.click()
  await expect(landing.toast.urgent).toHaveText(
    toastText(
      'Order creation failed',
      'The server could not be reached. Check your connection and try again.',
    ),
  )
  await expect(landing.submit).toBeFocused()
  await page.unroute('/api/create-order')
  await landing.submit.click()
  await expect(page).toHaveURL(/\/checkout\?orderId=/)
})

test('keeps the input and the upload through a reload', async ({ page }, testInfo) => {
  const work = await textWork(testInfo, 'lanternfall.txt', 'the only lantern')
  const landing = new LandingScreen(page)
  await landing.open()
  await landing.upload(work.path)
  await landing.fillForm(details)
  await page.reload()
  await expect(landing.section.locator('code')).toHaveText(work.sha256)
  await expect(landing.firstName).toHaveValue(details.firstName)
  await expect(landing.lastName).toHaveValue(details.lastName)
  await expect(landing.email).toHaveValue(details.email)
  await expect(landing.projectName).toHaveValue(details.projectName)
  await expect(landing.projectDescription).toHaveValue(details.projectDescription)
  await expect(landing.terms).toBeChecked()
  await landing.submit.click()
  await expect(page).toHaveURL(/\/checkout\?orderId=/)
})

test(
  'keeps a file that was chosen while the saved form entry is loading',
  { tag: '@deep' },
  async ({ newVisitor }, testInfo) => {
    const page = await newVisitor()
    const old = await textWork(testInfo, 'old.txt', 'the old lantern')
    const work = await textWork(testInfo, 'lanternfall.txt', 'the only lantern')
    const landing = new LandingScreen(page)
    await landing.open()
    await landing.upload(old.path)
    await landing.fillForm(details)
    const script = await holdRequests(page, /\/assets\/saved-entry.*\.js/)
    await page.reload()
    await landing.upload(work.path)
    script.release()
    await expect(landing.firstName).toHaveValue(details.firstName)
    await expect(landing.section.locator('code')).toHaveText(work.sha256)
  },
)

test('accepts an address in an international domain with invisible characters around it', async ({
  page,
  shop,
}, testInfo) => {
  const work = await textWork(testInfo, 'lanternfall.txt', 'the only lantern')
  const landing = new LandingScreen(page)
  await landing.open()
  await landing.orderWith(work.path, { ...details, email: '\u202Azoe@münchen.de\u202C\u2060' })
  await expect(new CheckoutScreen(page).summary).toContainText('zoe@münchen.de')
  expect(await findOrders(shop.url, 'zoe@münchen.de')).toMatchObject([{ email: 'zoe@münchen.de' }])
})

test('rejects a file one byte over the limit without sending it', async ({ page }, testInfo) => {
  const work = await sizedWork(testInfo, 'too-large.wav', maxOrderFileBytes + 1)
  const landing = new LandingScreen(page)
  await landing.open()
  const uploads: string[] = []
  page.on('request', (request) => request.method() === 'POST' && uploads.push(request.url()))
  await landing.choose(work.path)
  await expect(landing.toast.urgent).toHaveText(toastText('File too large', 'Maximum file size is 50MB'))
  await expect(landing.invitation).toBeVisible()
  // The error is also read where the next file is chosen, and goes with it.
  await expect(landing.browse).toBeFocused()
  await expect(landing.browse).toHaveAccessibleDescription(/^File too large\. Maximum file size is 50MB /)
  expect(uploads).toEqual([])
  const smaller = await textWork(testInfo, 'smaller.wav', 'fits')
  await landing.upload(smaller.path)
  await expect(landing.section).not.toContainText('File too large')
})

test('accepts a file of exactly 50 MB', { tag: '@deep' }, async ({ page }, testInfo) => {
  const work = await sizedWork(testInfo, 'exactly.wav', maxOrderFileBytes)
  const landing = new LandingScreen(page)
  await landing.open()
  await landing.upload(work.path)
  const sha256 = createHash('sha256').update(Buffer.alloc(maxOrderFileBytes)).digest('hex')
  await expect(landing.section.locator('code')).toHaveText(sha256)
  await expect(landing.section.getByText('50 MB, uploaded')).toBeVisible()
})

test(
  'shows an error for an upload offline, and succeeds when online again',
  { tag: '@deep' },
  async ({ context, page, browserErrors }, testInfo) => {
    browserErrors.allow(/ERR_FAILED.*\/assets\/|ERR_INTERNET_DISCONNECTED/)
    const work = await textWork(testInfo, 'lanternfall.txt', 'the only lantern')
    const landing = new LandingScreen(page)
    await landing.open()
    await landing.browse.hover()
    await expect(page.locator('html')).toHaveAttribute('data-hydrated')
    await context.setOffline(true)
    await landing.choose(work.path)
    // The upload code could not be loaded either, so the error is generic.
    await expect(landing.toast.urgent).toHaveText(
      toastText('Upload failed', 'An error occurred during upload'),
    )
    await expect(landing.invitation).toBeVisible()
    await context.setOffline(false)
    await landing.upload(work.path)
    await expect(landing.section.locator('code')).toHaveText(work.sha256)
  },
)

test(
  'shows the name, size and progress of an upload, and cancels it',
  { tag: '@deep' },
  async ({ page }, testInfo) => {
    const work = await textWork(testInfo, 'uploading.txt', 'x'.repeat(2_048))
    const landing = new LandingScreen(page)
    // Sends all bytes and delays only the response.
    const network = await page.context().newCDPSession(page)
    await network.send('Fetch.enable', {
      patterns: [{ urlPattern: '*/api/upload', requestStage: 'Response' }],
    })
    await landing.open()
    await landing.choose(work.path)
    await expect(landing.section.getByText('uploading.txt')).toBeVisible()
    await expect(landing.section.getByText('2 KB')).toBeVisible()
    await expect(landing.progress).toHaveAccessibleName('Uploading uploading.txt')
    // It stays at 90% until the response arrives.
    await expect(landing.progress).toHaveJSProperty('value', 90)
    await landing.removeFile.click()
    await expect(landing.invitation).toBeVisible()
    await expect(landing.toast.urgent).toHaveText('')
  },
)

test('highlights the drop area during a drag', { tag: '@deep' }, async ({ page }) => {
  const landing = new LandingScreen(page)
  await landing.open()
  const area = landing.section.locator('[data-drop]')
  // The pointer of a drag hydrates the page.
  await landing.invitation.hover()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  const transfer = await landing.transfer([['first.txt', 'first']])
  await landing.invitation.dispatchEvent('dragenter', { dataTransfer: transfer })
  await expect(area).toHaveAttribute('data-over')
  await area.dispatchEvent('dragleave', { dataTransfer: transfer })
  await expect(area).not.toHaveAttribute('data-over')

  await landing.invitation.dispatchEvent('dragenter', { dataTransfer: transfer })
  await landing.drop([['first.txt', 'first']])
  await expect(area).not.toHaveAttribute('data-over')
  await expect(landing.section.locator('code')).toHaveText(createHash('sha256').update('first').digest('hex'))
})
