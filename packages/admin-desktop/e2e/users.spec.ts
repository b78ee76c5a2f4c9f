import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { administrator } from '@priormark/api/testing/administrator'
import { startApi } from '../test/api-process.ts'
import { addressOf, connect, expect, logIn, test } from './fixtures.ts'
import { newDraft } from './post-text.ts'
import { startUnreliableNetwork } from './unreliable-server.ts'

const makeAdmins = path.join(import.meta.dirname, './make-admins.ts')

test('separates the drafts, discarded drafts, cache, downloads and logins of two users of one server', async ({
  launch,
}) => {
  const { password } = administrator
  const [ann, ben] = ['ann', 'ben'].map((username) => ({ username, password }))
  const shop = await startApi({
    prepare: async (env) => {
      await promisify(execFile)(process.execPath, [makeAdmins, password, 'ann', 'ben'], { env })
    },
  })
  const network = await startUnreliableNetwork(shop.url)
  const server = network.renew()
  try {
    const desktop = await launch()
    const { page, userData } = desktop
    const id = crypto.randomUUID()
    const here = () =>
      page.evaluate(
        async (postId) => ({
          draft: (await window.priormark.drafts.read(postId))?.state ?? null,
          discarded: (await window.priormark.drafts.discarded()).map(({ text }) => text.title),
          downloads: (await window.priormark.downloads.list()).length,
          user: (await window.priormark.state()).server?.username,
        }),
        id,
      )
    await connect(desktop, server.url)
    await logIn(desktop, ann)
    await desktop.app.evaluate(
      ({ dialog }, filePath) => {
        dialog.showSaveDialog = async () => ({ canceled: false, filePath })
      },
      path.join(userData, 'orders.csv'),
    )
    await page.evaluate(() => window.priormark.download('/api/admin/orders.csv', 'orders.csv'))
    server.isDown = true
    const discarded = crypto.randomUUID()
    await page.evaluate(
      async ([one, other]) => {
        if (one === undefined || other === undefined) return
        await window.priormark.drafts.save(one)
        await window.priormark.drafts.save(other)
        await window.priormark.drafts.remove(other.id)
      },
      [newDraft(id, 'Of Ann'), newDraft(discarded, 'Deleted by Ann')],
    )
    const ofAnn = { discarded: ['Deleted by Ann'], downloads: 1, user: 'ann' }
    // A sync cycle may have started to send it before the server went down.
    await expect.poll(here).toEqual({ ...ofAnn, draft: expect.stringMatching(/^(dirty|sending)$/) })

    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('heading', { name: 'Admin login' }).waitFor()
    await expect.poll(here).toEqual({ draft: null, discarded: [], downloads: 0, user: null })
    server.isDown = false
    await logIn(desktop, ben)
    await expect.poll(here).toEqual({ draft: null, discarded: [], downloads: 0, user: 'ben' })
    // Runs a whole sync cycle of Ben's, which sends only his drafts.
    await page.evaluate(() => window.priormark.drafts.sync())
    const asBen = await shop.logIn(ben)
    await expect(asBen.api.blog.read({ params: { id } })).rejects.toThrow('404')

    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('heading', { name: 'Admin login' }).waitFor()
    await logIn(desktop, ann)
    await expect.poll(here).toEqual({ ...ofAnn, draft: 'clean' })
    expect(await asBen.api.blog.read({ params: { id } })).toMatchObject({ title: 'Of Ann', version: 1 })
    expect(await readdir(path.join(userData, 'accounts'))).toHaveLength(2)
  } finally {
    await network.stop()
    await shop.stop()
  }
})

test('shows each role its own screens', { tag: '@deep' }, async ({ launch }) => {
  const { password } = administrator
  const shop = await startApi({
    prepare: async (env) => {
      const args = [makeAdmins, password, 'olga:orders', 'walt:blog']
      await promisify(execFile)(process.execPath, args, { env })
    },
  })
  try {
    const desktop = await launch()
    const { page } = desktop
    // Also those below the button System.
    const menu = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { includeHidden: true })
    await connect(desktop, shop.url)
    for (const [username, labels, outside] of [
      ['olga', ['Orders', 'Statements', 'Recording', 'Downloads'], '/admin/blog'],
      ['walt', ['Blog'], '/admin/anchors'],
    ] as const) {
      await logIn(desktop, { username, password })
      await expect(menu).toHaveText([...labels])
      await page.goto(addressOf(page, outside))
      await expect(page.getByRole('heading', { name: 'Not part of your role' })).toBeVisible()
      await page.getByRole('button', { name: 'Logout' }).click()
      await page.getByRole('heading', { name: 'Admin login' }).waitFor()
    }
  } finally {
    await shop.stop()
  }
})
