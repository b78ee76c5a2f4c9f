import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { unzipSync, zipSync } from 'fflate'
import { createClient } from '@priormark/core/platform/http/client'
import { orderProgressEndpoints, type OrderProgress } from '@priormark/core/orders/order-progress'
import { expect, test } from './fixtures.ts'
import { VerifyScreen } from '../testing/screens/verify.screen.ts'
import { placeOrderWithKey } from '../testing/shop-api.ts'
import type { Shop } from '@priormark/api/testing/shop-process'
import { textWork } from './work-files.ts'

test.use({ shopOptions: { env: { ANCHORS: 'embedded', BATCH_SECONDS: '1' } } })

const words = 'Cold harbour, and a lantern turning\n'
/** The verdict for the embedded chain. */
const testVerdict = 'File and proof match. This is a test chain and proves no date.'

/** Buys the protection of a work and waits until it is in a block. */
async function buyUntilRecorded(shop: Shop): Promise<{ key: string; order: OrderProgress }> {
  const { key } = await placeOrderWithKey(shop.url, {
    firstName: 'Maeve',
    lastName: 'Okonkwo',
    email: 'maeve@example.org',
    projectName: 'Harbour Lights',
    projectDescription: 'Lyrics of the title song.',
    fileName: 'harbour.txt',
    fileText: words,
    isPaid: true,
  })
  const client = createClient({ baseUrl: shop.url, fetch: (url, init) => fetch(url, init) })
  const read = () => client.call(orderProgressEndpoints.read, { params: { key } })
  await expect.poll(async () => (await read()).step, { timeout: 120_000 }).toMatch(/^(included|final)$/)
  return { key, order: await read() }
}

test('verifies a purchase from its evidence only, in an offline browser', async ({
  shop,
  newVisitor,
}, testInfo) => {
  const { key, order } = await buyUntilRecorded(shop)
  const { proofId, sha256 } = order
  if (proofId === null) throw new Error('The order has no proof')
  const work = await textWork(testInfo, 'harbour.txt', words)
  const changed = await textWork(testInfo, 'harbour-changed.txt', words.replace('lantern', 'Lantern'))
  const zip = testInfo.outputPath('evidence.zip')
  const response = await fetch(`${shop.url}/api/orders/${key}/evidence.zip`)
  expect(response.status).toBe(200)
  await writeFile(zip, new Uint8Array(await response.arrayBuffer()))

  await test.step('on the site: the fingerprint is recorded, and the evidence matches', async () => {
    const page = await newVisitor()
    const verify = new VerifyScreen(page)
    await page.goto('/verify')
    await verify.add(work.path)
    await verify.ask.click()
    await expect(verify.results).toContainText('Yes, this fingerprint is recorded here.')
    await verify.add(zip)
    await expect(verify.result('MATCHES, NO DATE YET', testVerdict)).toContainText('Harbour Lights')
    await expect(verify.value('Block hash')).toHaveText(/^0x[0-9a-f]{64}$/)
    await verify.removeAll()
    const certificate = unzipSync(await readFile(zip))['certificate.pdf'] ?? new Uint8Array()
    await verify.add({ name: 'Certificate.pdf', content: certificate })
    await expect(verify.result('INCOMPLETE', 'This is the certificate of an order.')).toContainText(
      sha256.slice(0, 16),
    )
  })

  await test.step('with a ZIP that also contains the work: a changed file is refused', async () => {
    const both = testInfo.outputPath('both.zip')
    const inside = unzipSync(await readFile(zip))
    await writeFile(both, zipSync({ ...inside, 'harbour.txt': new Uint8Array(Buffer.from(words)) }))
    const page = await newVisitor()
    const verify = new VerifyScreen(page)
    await page.goto('/verify')
    await verify.add(both)
    await expect(verify.result('MATCHES, NO DATE YET', testVerdict)).toBeVisible()
    await verify.add(changed.path)
    await expect(verify.result('NO MATCH', /this file was changed/)).toBeVisible()
    await expect(verify.results).toHaveCount(1)
  })

  await test.step('behind the badge: shows the public part, and compares the file', async () => {
    const page = await newVisitor()
    const verify = new VerifyScreen(page)
    await page.goto(`/order/${key}`)
    const badge = page.getByRole('img', { name: 'Fingerprint recorded' })
    await page.getByRole('heading', { name: 'Get the badge' }).click()
    await badge.scrollIntoViewIfNeeded()
    // Shown as large as the server draws it.
    const sizes = (image: HTMLImageElement) => ({
      drawn: `${image.naturalWidth} x ${image.naturalHeight}`,
      shown: `${image.getAttribute('width')} x ${image.getAttribute('height')}`,
    })
    await expect.poll(() => badge.evaluate(sizes)).toEqual({ drawn: '300 x 72', shown: '300 x 72' })
    // The badge moves when the order becomes final.
    await page.getByRole('link').filter({ has: badge }).press('Enter')
    await expect(page).toHaveURL(`/verify?proof=${proofId}`)
    await expect(verify.result('INCOMPLETE', 'This fingerprint is recorded here.')).not.toContainText(
      'Harbour',
    )
    await verify.add(work.path)
    await expect(verify.result('MATCHES, NO DATE YET', testVerdict)).toBeVisible()
  })

  await test.step('from disk: the verifier in the evidence itself, without a network', async () => {
    const inside = unzipSync(await readFile(zip))
    const verifier = testInfo.outputPath('verify.html')
    await writeFile(verifier, inside['verify.html'] ?? new Uint8Array())
    const proof = testInfo.outputPath('proof.json')
    await writeFile(proof, inside['proof.json'] ?? new Uint8Array())
    const page = await newVisitor({ offline: true })
    await page.goto(pathToFileURL(verifier).href)
    const verify = new VerifyScreen(page)
    await verify.add(zip, work.path)
    await expect(verify.result('MATCHES, NO DATE YET', testVerdict)).toContainText(sha256.slice(0, 16))
    await verify.removeAll()
    await verify.add(proof, changed.path)
    await expect(verify.result('NO MATCH', /this file was changed/)).toBeVisible()
  })
})
