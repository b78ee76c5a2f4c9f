import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { PostInput } from '@priormark/core/blog/post-input'
import { connect, expect, logIn, test, type Desktop } from './fixtures.ts'
import { postText } from './post-text.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** What the bridge is asked; the words are main's. */
const save = (page: Page, id: string, content: PostInput) =>
  page.evaluate(
    async (draft) => {
      const { baseVersion: version = null, revision = 0 } =
        (await window.priormark.drafts.read(draft.id)) ?? {}
      return window.priormark.drafts.save({ ...draft, basedOn: { version, revision } })
    },
    { id, content },
  )
/** Ends a conflict with the draft as it is. */
const resolve = (page: Page, id: string, resolution: 'theirs' | 'copy', version: number) =>
  page.evaluate(
    async (conflict) => {
      const { text = null, revision = 0 } = (await window.priormark.drafts.read(conflict.id)) ?? {}
      const { id: postId, resolution: how } = conflict
      const basedOn = { version: conflict.version, revision }
      return window.priormark.drafts.save({ id: postId, content: text, basedOn, resolution: how })
    },
    { id, resolution, version },
  )
const read = (page: Page, id: string) => page.evaluate((postId) => window.priormark.drafts.read(postId), id)
const sync = (page: Page) => page.evaluate(() => window.priormark.drafts.sync())
const stateOf = async (page: Page, id: string) => (await read(page, id))?.state ?? null

async function open(launch: () => Promise<Desktop>, url: string): Promise<Desktop> {
  const desktop = await launch()
  await connect(desktop, url)
  await logIn(desktop)
  return desktop
}

test('What is written without a network survives kill -9 and is sent once', async ({
  launch,
  server,
  api,
}) => {
  const first = await open(launch, server.url)
  server.isDown = true
  const id = randomUUID()
  await save(first.page, id, postText('Written on a train'))
  await save(first.page, id, postText('Written on a long train'))
  await first.kill()

  const second = await launch({ userData: first.userData })
  expect(await read(second.page, id)).toMatchObject({ text: { title: 'Written on a long train' } })
  server.isDown = false
  await expect
    .poll(async () => {
      await sync(second.page)
      return stateOf(second.page, id)
    })
    .toBe('clean')
  const admin = await api.logIn()
  expect(await admin.api.blog.read({ params: { id } })).toMatchObject({
    version: 1,
    title: 'Written on a long train',
  })
  expect(
    await second.page.evaluate(() => window.priormark.drafts.list({ search: 'long train' })),
  ).toHaveLength(1)
})

test('An image is shown without a network, and goes up before the post that has it', async ({
  launch,
  server,
  api,
}) => {
  const { page } = await open(launch, server.url)
  server.isDown = true
  const address = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return window.priormark.drafts.addImage({ bytes, type: 'image/png' })
  }, pixel)
  expect(address).toMatch(/^\/_media\/[0-9a-f]{64}$/)
  const width = await page.evaluate(
    (source) =>
      new Promise((resolve) => {
        const image = new Image()
        image.addEventListener('load', () => resolve(image.naturalWidth))
        image.addEventListener('error', () => resolve('not shown'))
        image.src = source
      }),
    address,
  )
  expect(width).toBe(1)
  const id = randomUUID()
  await save(page, id, postText('With a picture', `<p>Look</p><img src="${address}" alt="">`))
  server.isDown = false
  await expect
    .poll(async () => {
      await sync(page)
      return stateOf(page, id)
    })
    .toBe('clean')
  const admin = await api.logIn()
  const { content } = await admin.api.blog.read({ params: { id } })
  expect(content).toContain('/media/')
  expect(content).not.toContain('_media')
})

test('Two desktops and the web on one post: both see who was first, and no text is lost', async ({
  launch,
  server,
  api,
  folder,
}) => {
  const admin = await api.logIn()
  const one = await open(launch, server.url)
  const other = await open(() => launch({ userData: `${folder}/other` }), server.url)
  const id = randomUUID()
  await save(one.page, id, postText('First'))
  await expect.poll(() => stateOf(one.page, id)).toBe('clean')
  await sync(other.page)
  expect(await read(other.page, id)).toMatchObject({ baseVersion: 1 })

  server.isDown = true
  await save(one.page, id, postText('From one'))
  await save(other.page, id, postText('From the other'))
  const current = await admin.api.blog.read({ params: { id } })
  const etag = { headers: { 'if-match': `"${current.version}"` } }
  await admin.api.blog.change({ params: { id }, body: postText('From the web') }, etag)
  server.isDown = false

  for (const { page } of [one, other]) {
    await expect
      .poll(async () => {
        await sync(page)
        return stateOf(page, id)
      })
      .toBe('conflict')
    expect(await read(page, id)).toMatchObject({ theirs: { version: 2, text: { title: 'From the web' } } })
  }
  const { id: copyId } = await resolve(one.page, id, 'copy', 2)
  await resolve(other.page, id, 'theirs', 2)
  await expect.poll(() => stateOf(one.page, copyId)).toBe('clean')
  await expect.poll(() => stateOf(other.page, id)).toBe('clean')
  const bin = await other.page.evaluate(() => window.priormark.drafts.bin())
  expect(bin.map(({ text }) => text.title)).toEqual(['From the other'])
  expect((await admin.api.blog.read({ params: { id: copyId } })).title).toBe('From one')
  expect((await admin.api.blog.read({ params: { id } })).title).toBe('From the web')
})

test('An expired session leads to the login, and drops nothing', async ({ launch, server, api }) => {
  const desktop = await open(launch, server.url)
  const { page } = desktop
  server.hasExpired = true
  const id = randomUUID()
  await save(page, id, postText('While logged out'))
  await expect.poll(async () => (await sync(page)).connection).toBe('unauthenticated')
  await page.reload()
  await page.getByRole('heading', { name: 'Admin login' }).waitFor()
  server.hasExpired = false
  await logIn(desktop)
  await expect.poll(() => stateOf(page, id)).toBe('clean')
  const admin = await api.logIn()
  expect((await admin.api.blog.read({ params: { id } })).title).toBe('While logged out')
})

test('What was seen last can be read without a network, and says as of when', async ({ launch, server }) => {
  const first = await open(launch, server.url)
  // What the page itself has read is what is kept, and it is kept before the page has it.
  await expect(first.page.getByRole('link', { name: 'Your account: admin' })).toBeVisible()
  await expect(first.page.locator('#orders-list')).toHaveAttribute('aria-busy', 'false')
  await first.close()
  server.isDown = true
  const second = await launch({ userData: first.userData })
  await expect(second.page.getByRole('status').filter({ hasText: 'This is as of' })).toBeVisible()
  await expect(second.page.getByRole('heading', { name: 'Admin login' })).toHaveCount(0)
})
