import { startLocalServer, type LocalServer } from '@priormark/core/testing/local-server'
import type { Page, Request } from '@playwright/test'
import { cases } from '@priormark/core/testing/depth'
import { endpointPath } from '@priormark/core/platform/http/endpoint'
import { everyEndpoint } from '@priormark/api/testing/every-endpoint'
import { expect, test } from './fixtures.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { adminApi, customer, placeOrderWithKey } from '../testing/shop-api.ts'
import { administrator } from '@priormark/api/testing/administrator'
import { textWork } from './work-files.ts'

// Compares everything in the shop before and after.
test.use({ isOwnShop: true })

/** A request that an attacker's page sends. */
interface Attack {
  method: string
  path: string
  body: string
}

/** Serves an attacker's page. At `localhost` it is same-site with the shop but another origin; at 127.0.0.1 it is cross-site. */
function startAttacker(host: string): Promise<LocalServer> {
  return startLocalServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>You have won</title><body></body>')
  }, host)
}

/** Returns forged requests for endpoints that change something, with existing ids. */
async function forgedRequests(ids: { order: string; post: string }): Promise<Attack[]> {
  const bodies: Record<string, object> = {
    '/api/admin/direct/service-price': { price: 1 },
    '/api/admin/orders/:id': { paymentConfirmed: true },
    '/api/admin/orders/:id/notes': { text: 'Forged.' },
    '/api/admin/blog/posts': {
      title: 'Forged',
      content: '<p>Forged.</p>',
      slug: 'forged',
      status: 'published',
    },
    '/api/admin/direct/login': administrator,
    '/api/create-order': { ...customer('forged'), terms: true },
    '/api/logout': {},
  }
  const changes = (await everyEndpoint())
    .filter(({ method }) => method !== 'GET')
    .filter(({ path }, index) => path in bodies || index % everyNth === 0)
  return changes.map(({ method, path }) => ({
    method,
    path: path.replace(/:id\b/, path.includes('/blog/') ? ids.post : ids.order).replace(/:\w+/g, ids.post),
    body: JSON.stringify(bodies[path] ?? {}),
  }))
}

const formEncodings = ['text/plain', 'multipart/form-data'].slice(0, cases({ normal: 1, deep: 2 }))
/** One rule guards all endpoints, so a normal run attacks those listed below and every third other. */
const everyNth = cases({ normal: 3, deep: 1 })

/** Sends each request in every way a page can: simple and preflighted calls, beacons and forms. Returns the responses it could read. */
async function attack(page: Page, shopUrl: string, attacks: Attack[]): Promise<string[]> {
  return page.evaluate(
    async ({ shop, list, encodings }) => {
      const readable: string[] = []
      const submit = (path: string, enctype: string, body: string) => {
        const frame = document.createElement('iframe')
        frame.name = `f${Math.random()}`
        const form = document.createElement('form')
        Object.assign(form, { method: 'post', action: shop + path, enctype, target: frame.name })
        const field = document.createElement('input')
        // With text/plain, {"a":1,"x":"="} is what arrives.
        field.name = body.replace(/}$/, ',"x":"')
        field.value = '"}'
        form.append(field)
        document.body.append(frame, form)
        form.submit()
      }
      for (const { method, path, body } of list) {
        const url = shop + path
        await fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body }).catch(() => null)
        await fetch(url, {
          method,
          credentials: 'include',
          headers: { 'content-type': 'application/json', 'if-match': '*' },
          body,
        }).then(
          async (response) => readable.push(`${method} ${path}: ${response.status} ${await response.text()}`),
          () => null,
        )
        if (!navigator.sendBeacon(url, body)) throw new Error(`no beacon was sent to ${path}`)
        for (const enctype of encodings) submit(path, enctype, body)
      }
      return readable
    },
    { shop: shopUrl, list: attacks, encodings: formEncodings },
  )
}

/** Counts the finished or failed requests of beacons and forms. */
function countFinished(page: Page): { beacons: number; forms: number } {
  const finished = { beacons: 0, forms: 0 }
  const count = (request: Request) => {
    if (request.resourceType() === 'ping') finished.beacons += 1
    else if (request.isNavigationRequest() && request.method() === 'POST') finished.forms += 1
  }
  page.on('requestfinished', count)
  page.on('requestfailed', count)
  return finished
}

for (const host of ['127.0.0.1', 'localhost']) {
  // The browser sends cookies to the same site only, so the server has to tell these requests apart.
  const tag = host === 'localhost' ? [] : ['@deep']
  test(
    `changes nothing for requests of a page at ${host} while an administrator is logged in`,
    { tag },
    async ({ page, context, shop, browserErrors }, testInfo) => {
      // The browser reports every rejected call and frame.
      browserErrors.allow(/./)
      const { orderId } = await placeOrderWithKey(shop.url, {
        ...customer(`victim-${host}`),
        fileName: 'song.txt',
        fileText: `la la la ${host}`,
        isPaid: false,
      })
      const api = await adminApi(shop.url)
      const slug = `a-post-${host.replaceAll('.', '-')}`
      const post = await api.blog.create({
        body: { title: 'A post', content: '<p>Text.</p>', slug, status: 'published' },
      })
      const login = new LoginScreen(page)
      await login.open()
      await login.submitWith(administrator.username, administrator.password)
      await expect(page).toHaveURL('/admin/dashboard')
      const work = await textWork(testInfo, 'mine.txt', `An upload without an order ${host}`)
      const landing = new LandingScreen(page)
      await landing.open()
      await landing.upload(work.path)

      const state = async () => ({
        orders: await api.orders.list({}),
        timeline: await api.orders.timeline({ params: { id: orderId } }),
        posts: await api.blog.adminList({}),
        post: await api.blog.read({ params: { id: post.id } }),
        price: await api.price.read(),
        images: await api.images.list(),
        audit: (await api.audit.list({})).entries.filter(({ action }) => !action.startsWith('login')),
        account: await context.cookies(shop.url),
      })
      const before = await state()
      const attacker = await startAttacker(host)
      const attacking = await context.newPage()
      await attacking.goto(attacker.url)
      const attacks = await forgedRequests({ order: orderId, post: post.id })
      const finished = countFinished(attacking)
      const readResponses = await attack(attacking, shop.url, attacks)
      await expect
        .poll(() => finished)
        .toEqual({ beacons: attacks.length, forms: formEncodings.length * attacks.length })
      expect(await state()).toEqual(before)
      expect(readResponses).toEqual([])

      const secretsRead = await attacking.evaluate(async (url) => {
        const read = async (path: string) =>
          fetch(url + path, { credentials: 'include' }).then(
            async (response) => `${path}: ${await response.text()}`,
            () => 'nothing',
          )
        return Promise.all(
          ['/api/admin/direct/orders', '/api/auth/check', '/api/my-order', '/admin/dashboard'].map(read),
        )
      }, shop.url)
      expect(secretsRead).toEqual(['nothing', 'nothing', 'nothing', 'nothing'])

      // A frame stays empty, and a window's content cannot be read.
      const framed = await attacking.evaluate(async (url) => {
        const frame = document.createElement('iframe')
        frame.src = `${url}/admin/dashboard`
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
        document.body.append(frame)
        await loaded
        return frame.contentDocument === null
      }, shop.url)
      expect(framed).toBe(true)
      const texts = await Promise.all(
        attacking.frames().map((frame) =>
          frame
            .locator('body')
            .innerText()
            .catch(() => ''),
        ),
      )
      expect(texts.filter((text) => text.includes('To Fulfill'))).toEqual([])
      const [opened] = await Promise.all([
        context.waitForEvent('page'),
        attacking.evaluate((url) => {
          Reflect.set(window, 'victim', window.open(`${url}/admin/dashboard`))
        }, shop.url),
      ])
      await opened.waitForLoadState()
      const reached = await attacking.evaluate(() => {
        const victim: unknown = Reflect.get(window, 'victim')
        try {
          return String(
            victim instanceof Object ? Reflect.get(Reflect.get(victim, 'document') ?? {}, 'title') : null,
          )
        } catch {
          return 'nothing'
        }
      })
      expect(['nothing', 'null', 'undefined']).toContain(reached)
      // The administrator is still logged in.
      await expect(opened).toHaveURL('/admin/dashboard')
      await attacker.close()
    },
  )
}

test('forges requests for the paths of the API', async () => {
  const changes = await forgedRequests({ order: 'o', post: 'p' })
  expect(changes.length).toBeGreaterThan(15)
  expect(changes.map(({ path }) => path)).toContain(
    endpointPath({ method: 'POST', path: '/api/logout', access: 'public', reply: null }),
  )
})
