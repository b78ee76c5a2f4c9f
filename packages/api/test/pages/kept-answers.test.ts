import { createServer, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { encodeText } from '../../src/pages/encodings.ts'
import { createKeptAnswers } from '../../src/pages/kept-answers.ts'
import type { DrawnPage } from '../../src/pages/page-cache.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** A server that counts how often an answer was not kept and had to be made. */
async function start(pages: Map<string, DrawnPage>) {
  const kept = createKeptAnswers((path) => pages.get(path))
  let made = 0
  server = createServer((request, response) => {
    if (kept.answer(request, response)) return
    made += 1
    const page = pages.get(request.url ?? '')
    if (page === undefined) return void response.writeHead(404).end()
    const { bytes } = page.body.variants.identity
    response.setHeader('content-security-policy', "default-src 'self'")
    response.setHeader('content-length', bytes.length)
    kept.keep(response, bytes)
    response.end(bytes)
  })
  const port = await new Promise<number>((resolve) => {
    server?.listen(0, '127.0.0.1', () => {
      const address = server?.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'accept-encoding': 'identity', ...headers },
    })
    return { text: await answer.text(), policy: answer.headers.get('content-security-policy') }
  }
  return { get, made: () => made }
}

const page = async (html: string) => ({ status: 200, body: await encodeText('text/html', Buffer.from(html)) })

test('a page is given again with all its headers, without being made again', async () => {
  const { get, made } = await start(new Map([['/', await page('one')]]))
  const first = await get('/')
  expect(await get('/')).toEqual(first)
  expect(first).toEqual({ text: 'one', policy: "default-src 'self'" })
  expect(made()).toBe(1)
})

test('a page that was cleared is made again, and its old answer is not seen any more', async () => {
  const pages = new Map([['/', await page('one')]])
  const { get, made } = await start(pages)
  await get('/')
  pages.set('/', await page('two'))
  expect((await get('/')).text).toBe('two')
  expect(made()).toBe(2)
})

test('what needs the framework is left to it: a condition, a query, another encoding', async () => {
  const { get, made } = await start(new Map([['/', await page('one')]]))
  await get('/')
  await get('/', { 'if-none-match': '"x"' })
  await get('/?a=1')
  await get('/', { 'accept-encoding': 'gzip' })
  expect(made()).toBe(4)
})
