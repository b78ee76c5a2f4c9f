import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test as base, type BrowserContext } from '@playwright/test'
import { cases } from '@priormark/core/testing/depth'
import { strToU8, zipSync } from 'fflate'
import { expectAccessible } from './axe-scan.ts'
import { openFileChooser } from './open-file-chooser.ts'
import { helloWorld, tamperedNames, transaction, vectorPath, vectorText } from './proof-evidence.ts'
import { VerifyScreen } from '../testing/screens/verify.screen.ts'
import { sizedWork, textWork } from './work-files.ts'

const verifyPage = path.resolve(import.meta.dirname, '../dist/verify/verify.html')
const sound = vectorPath('sound/seven-leaves.json')
const work = vectorPath('work.txt')

interface OfflineFixtures {
  /** A new browser profile, offline. */
  freshBrowser: BrowserContext
  verify: VerifyScreen
}

const test = base.extend<OfflineFixtures>({
  freshBrowser: async ({ browser }, provide) => {
    const context = await browser.newContext({ offline: true })
    const messages: string[] = []
    context.on('console', (message) => messages.push(message.text()))
    context.on('weberror', (failure) => messages.push(failure.error().message))
    const requested: string[] = []
    context.on('request', (request) => requested.push(request.url()))
    await provide(context)
    await context.close()
    expect(messages, 'errors and warnings in the console').toEqual([])
    expect(
      // Workers run the page's own script, from memory.
      requested.filter((url) => !/^(file|blob):/.test(url)),
      'requests',
    ).toEqual([])
  },
  verify: async ({ freshBrowser }, provide) => {
    const page = await freshBrowser.newPage()
    await page.goto(pathToFileURL(verifyPage).href)
    await provide(new VerifyScreen(page))
  },
})

test('verify.html is one file of at most 190 KB that loads nothing', async () => {
  const html = await readFile(verifyPage, 'utf8')
  expect(html.length).toBeLessThan(190_000)
  expect(html).toContain(`content="default-src 'none'; script-src 'sha256-`)
  expect(html).not.toMatch(/\s(src|href|srcset|action)=/)
  for (const license of ['hash-wasm', 'fflate', 'Permission is hereby granted'])
    expect(html).toContain(license)
})

test('matches a file and its proof', async ({ verify }) => {
  await verify.add(work, sound)
  await expect(verify.result('MATCHES', /proof match/)).toBeVisible()
  const { root } = JSON.parse(vectorText('sound/seven-leaves.json'))
  await expect(verify.value('Input data')).toHaveText(`0x7072696f726d61726b01${root}`)
  await expect(verify.status).toContainText('File and proof match')
  await expect(verify.ask).toHaveCount(0)
})

test('proves no date with a single Bitcoin header, and names the block to look up', async ({
  verify,
}, testInfo) => {
  await verify.add(transaction.header, transaction.work, transaction.ots)
  await expect(verify.result('MATCHES', /look it up/)).toBeVisible()
  await expect(verify.value('Block hash')).toHaveText(
    '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  )
  await verify.removeAll()
  await verify.add(helloWorld.work, helloWorld.ots)
  await expect(verify.result('MATCHES, NO DATE YET', /cannot read where/)).toContainText('It uses RIPEMD-160')
  await verify.removeAll()
  const changed = await textWork(testInfo, 'hello-world.txt', 'Hello World.\n')
  await verify.add(changed.path, helloWorld.ots)
  await expect(verify.result('NO MATCH', /for a different file/)).toBeVisible()
})

// Every run rejects one of them below; the site's page and core's tests reject all of them.
test('rejects every published tampering', { tag: '@deep' }, async ({ verify }) => {
  for (const name of tamperedNames()) {
    await verify.add(work, vectorPath(`tampered/${name}`))
    await expect(verify.results, name).toHaveCount(1)
    await expect(verify.result('NO MATCH', /./), name).toBeVisible()
    await verify.removeAll()
  }
})

test('rejects a file with one changed byte, and shows both seals', async ({ verify }, testInfo) => {
  const changed = await textWork(testInfo, 'work.txt', vectorText('work.txt').replace('glass', 'grass'))
  await verify.add(sound)
  await expect(verify.result('INCOMPLETE', /Now add the file/)).toBeVisible()
  await verify.add(changed.path)
  await expect(verify.result('NO MATCH', /for a different file, or this file was changed/)).toBeVisible()
  await expect(verify.results.getByRole('img')).toHaveCount(2)
})

test('opens an evidence ZIP, but not a zip bomb', async ({ verify }) => {
  const zip = zipSync({ 'proof.json': strToU8(vectorText('sound/seven-leaves.json')) })
  await verify.add({ name: 'evidence.zip', content: zip })
  await expect(verify.results).toContainText('INCOMPLETE')
  await verify.add(work)
  await expect(verify.result('MATCHES', /proof match/)).toBeVisible()
  await verify.removeAll()

  await verify.add({ name: 'bomb.zip', content: bomb() })
  await expect(verify.results).toContainText('it does not unpack to what it declares')
})

/** A ZIP with 32 MB of zeros, or 256 MB in a deep run, that declares four kilobytes. */
function bomb(): Uint8Array {
  const zip = zipSync({ 'proof.json': new Uint8Array(cases({ normal: 32, deep: 256 }) * 1024 * 1024) })
  const view = new DataView(zip.buffer)
  const directory = view.getUint32(zip.length - 6, true)
  view.setUint32(directory + 24, 4096, true)
  return zip
}

test('hashes a file of 50 MB', { tag: '@deep' }, async ({ verify }, testInfo) => {
  const large = await sizedWork(testInfo, 'film.mov', 50 * 1024 * 1024)
  await verify.add(large.path)
  await expect(verify.result('INCOMPLETE', /fingerprint/)).toBeVisible()
  // Fifty megabytes of zeros.
  await expect(verify.results.locator('code')).toHaveText(
    /8565a714dca840f8652c5bae9249ab05f5fb5a4f9f13fbe23304b10f68252da2/,
  )
})

test(
  'works by keyboard, and has no accessibility violations in any state',
  { tag: '@deep' },
  async ({ freshBrowser, verify }) => {
    const [page] = freshBrowser.pages()
    if (page === undefined) throw new Error('There is no page')
    await expectAccessible(page, 'the empty verifier')
    await page.keyboard.press('Tab')
    const chooser = await openFileChooser(verify.choose)
    await chooser.setFiles([work, sound])
    await expect(verify.result('MATCHES', /proof match/)).toBeVisible()
    await expectAccessible(page, 'a match')
    await expect(page.getByRole('heading', { level: 2, name: /proof match/ })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Copy Transaction' })).toBeFocused()
    await page.keyboard.press('Enter')
    const copied = page.getByRole('button', { name: 'Copy Transaction' })
    await expect(copied).toHaveText('Copied')
    await expect(copied).toBeFocused()
    await verify.removeAll()
    await expect(verify.choose).toBeFocused()
    await verify.add(work, vectorPath('tampered/another-file.json'))
    await expect(verify.result('NO MATCH', /./)).toBeVisible()
    await expectAccessible(page, 'a mismatch')
  },
)

base('does not run if the script of verify.html was changed', async ({ browser }, testInfo) => {
  const html = await readFile(verifyPage, 'utf8')
  const changed = testInfo.outputPath('verify.html')
  await writeFile(changed, html.replace('Choose files', 'Choose  files'))
  const page = await browser.newPage()
  await page.goto(pathToFileURL(changed).href)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.close()
})
