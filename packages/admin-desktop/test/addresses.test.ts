import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { fileOf } from '../src/main/platform/app-scheme.ts'
import { findDeepLink, readDeepLink } from '../src/main/deep-link.ts'
import { AddressError, fetchServerInfo, parseServerAddress } from '../src/main/staff/server-connect.ts'

const id = '5d0ba6c0-54a5-4a5e-9b0d-0f4d3b6f1a11'

describe('parseServerAddress', () => {
  test.each([
    ['shop.example', 'https://shop.example'],
    [' https://Shop.Example/admin?x=1#y ', 'https://shop.example'],
    ['https://shop.example:8443/', 'https://shop.example:8443'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['http://127.0.0.1:80', 'http://127.0.0.1'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('normalizes %s to %s', (typed, address) => {
    expect(parseServerAddress(typed)).toBe(address)
  })

  test.each([
    '',
    ' ',
    'a b',
    'http://shop.example',
    'http://127.0.0.1.shop.example',
    'http://localhost.shop.example',
    'ftp://shop.example',
    'file:///etc/passwd',
    'javascript://localhost/%0aalert(1)',
    'https://name:secret@shop.example',
  ])('rejects %s', (typed) => {
    expect(() => parseServerAddress(typed)).toThrow(AddressError)
  })

  test.each([
    [200, '{"service":"shoes","name":"x","version":"1"}', 'is not a Priormark server'],
    [200, '<html></html>', 'is not a Priormark server'],
    [404, '', 'is not a Priormark server'],
    [429, '', 'is busy or not ready'],
    [503, '', 'is busy or not ready'],
  ])('rejects a server that responds with %s %s', async (status, body, message) => {
    const asked = fetchServerInfo('https://shop.example', {
      fetch: async () => new Response(body, { status }),
      redirectOf: async () => null,
    })
    await expect(asked).rejects.toThrow(message)
  })

  test.each([
    ['https://www.shop.example/api/about', 'redirects to https://www.shop.example.'],
    ['https://shop.example/login', 'is not a Priormark server'],
    ['nonsense', 'Could not reach'],
    [null, 'Could not reach'],
  ])('explains a redirect to %s', async (target, message) => {
    const asked = fetchServerInfo('https://shop.example', {
      fetch: async () => {
        throw new TypeError('unexpected redirect')
      },
      redirectOf: async () => target,
    })
    await expect(asked).rejects.toThrow(message)
  })
})

describe('readDeepLink', () => {
  const order = { path: `/admin/orders/${id}`, shop: null }
  test.each([
    [`priormark://orders/${id}`, order],
    [`priormark://orders/${id.toUpperCase()}`, order],
    [`priormark://posts/${id}`, { path: `/admin/blog/editor?id=${id}`, shop: null }],
    [`priormark://orders/${id}?shop=https://Shop.example/x`, { ...order, shop: 'https://shop.example' }],
    [`priormark://orders/${id}?shop=http://shop.example`, null],
    [`priormark://orders/${id}?shop=https://name:secret@shop.example`, null],
    [`priormark://orders/${id}?shop=`, null],
    [`priormark://orders/${id}/../../x`, null],
    ['priormark://orders/..%2f..%2fx', null],
    [`priormark://constructor/${id}`, null],
    [`https://orders/${id}`, null],
    ['--inspect', null],
  ])('reads %s as %j', (link, target) => {
    expect(readDeepLink(link)).toEqual(target)
  })

  test('findDeepLink finds a link among command-line arguments', () => {
    expect(findDeepLink(['priormark', '--flag', `priormark://orders/${id}`])).toEqual(order)
    expect(findDeepLink(['priormark', '.'])).toBeNull()
  })
})

describe('fileOf', () => {
  const root = path.resolve('/pages')
  test.each([
    ['/admin/orders/1', 'index.html'],
    ['/connect', 'index.html'],
    ['/assets/index.js', 'assets/index.js'],
    ['/assets/a%20b.js', 'assets/a b.js'],
  ])('maps %s to %s', (pathname, file) => {
    expect(fileOf(root, pathname)).toBe(path.join(root, file))
  })

  test.each([
    '/..%2fsecret.js',
    '/assets/..%2f..%2fsecret',
    '/..%5csecret',
    '/%00.js',
    '/%zz',
    '/%2e%2e%2fpages2/x.js',
  ])('returns null for %s', (pathname) => {
    expect(fileOf(root, pathname)).toBeNull()
  })
})
