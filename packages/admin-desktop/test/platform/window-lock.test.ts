import { beforeEach, describe, expect, test, vi } from 'vitest'

/** Records calls to Electron and the handlers that are registered. */
const electron = vi.hoisted(() => ({
  opened: new Array<string>(),
  handlers: new Map<string, (event: object, ...args: unknown[]) => unknown>(),
}))

vi.mock('electron', () => ({
  app: {},
  session: {},
  shell: { openExternal: async (address: string) => void electron.opened.push(address) },
  ipcMain: {
    handle: (channel: string, handler: (event: object, ...args: unknown[]) => unknown) =>
      void electron.handlers.set(channel, handler),
  },
}))

const { serve } = await import('../../src/main/platform/ipc.ts')
const { openOutside } = await import('../../src/main/platform/window-lock.ts')

beforeEach(() => {
  electron.opened.length = 0
  electron.handlers.clear()
})

describe('serve', () => {
  const copied: string[] = []
  beforeEach(() => {
    copied.length = 0
    serve('app', () => ({ copyText: async (text: string) => void copied.push(text) }) as never)
  })
  const call = (senderFrame: object | null, ...args: unknown[]) =>
    electron.handlers.get('app.copyText')?.({ senderFrame }, ...args)

  test('accepts calls from the top frame of the app', async () => {
    await call({ url: 'app://admin/admin/orders', parent: null }, 'a word')
    expect(copied).toEqual(['a word'])
  })

  test.each([
    ['a removed frame', null],
    ['a frame inside the app', { url: 'app://admin/admin', parent: { url: 'app://admin/admin' } }],
    ['a file of the server', { url: 'app://admin/media/a.html', parent: null }],
    ['an API response', { url: 'app://admin/api/about', parent: null }],
    ['another host', { url: 'app://admin.example/admin', parent: null }],
    ['another port', { url: 'app://admin:80/admin', parent: null }],
    ['a username before another host', { url: 'app://admin@example/admin', parent: null }],
    ['a page of the web', { url: 'https://admin/admin', parent: null }],
    ['a page with a similar path', { url: 'app://admin/administrator', parent: null }],
    ['an empty page', { url: 'about:blank', parent: null }],
    ['a data URL', { url: 'data:text/html,app://admin/admin', parent: null }],
    ['no address', { url: '', parent: null }],
  ])('rejects calls from %s', (_, frame) => {
    expect(() => call(frame, 'a word')).toThrow('Only pages of the app may call this')
    expect(copied).toEqual([])
  })

  test.each([[], [1], ['a', 'b'], [{ toString: () => 'a' }], ['x'.repeat(100_001)]].map((args) => [args]))(
    'rejects invalid arguments: %#',
    (args) => {
      expect(() => call({ url: 'app://admin/admin', parent: null }, ...args)).toThrow(
        'Invalid arguments for app.copyText',
      )
      expect(copied).toEqual([])
    },
  )
})

describe('openOutside', () => {
  const server = 'https://shop.example'
  test.each([
    ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
    ['mailto:grace@example.org?subject=Your%20order', 'mailto:grace@example.org?subject=Your%20order'],
    ['app://admin/blog/a?b#c', 'https://shop.example/blog/a?b#c'],
    ['app://admin//example.org/a', 'https://shop.example//example.org/a'],
  ])('opens %s as %s', async (address, opened) => {
    expect(await openOutside(address, server)).toBe(true)
    expect(electron.opened).toEqual([opened])
  })

  test.each([
    'file:///etc/passwd',
    'smb://example.org/share',
    'javascript:alert(1)',
    'ms-msdt:/id',
    'http://example.org/',
    'http://shop.example/',
    'https://name:secret@example.org/',
    'https://shop.example@example.org/',
    'app://other/admin',
    'mailto:grace@example.org?attach=/etc/passwd',
    'mailto:?to=a@example.org&Attachment=/etc/passwd',
    'mailto:?%61ttach=/etc/passwd',
    '/admin',
    '',
  ])('does not open %s', async (address) => {
    expect(await openOutside(address, server)).toBe(false)
    expect(electron.opened).toEqual([])
  })
})
