import { beforeEach, describe, expect, test, vi } from 'vitest'

/** What Electron is told, and the handlers that it is given. */
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

const { serve } = await import('../src/main/ipc.ts')
const { openOutside } = await import('../src/main/window-lock.ts')

beforeEach(() => {
  electron.opened.length = 0
  electron.handlers.clear()
})

describe('a call over the bridge', () => {
  const copied: string[] = []
  beforeEach(() => {
    copied.length = 0
    serve('console', () => ({ copyText: async (text: string) => void copied.push(text) }) as never)
  })
  const call = (senderFrame: object | null, ...args: unknown[]) =>
    electron.handlers.get('console.copyText')?.({ senderFrame }, ...args)

  test('is served to the top frame of the console', async () => {
    await call({ url: 'app://admin/admin/orders', parent: null }, 'a word')
    expect(copied).toEqual(['a word'])
  })

  test.each([
    ['a frame that is gone', null],
    ['a frame inside the console', { url: 'app://admin/admin', parent: { url: 'app://admin/admin' } }],
    ['a file of the server', { url: 'app://admin/media/a.html', parent: null }],
    ['an answer of the API', { url: 'app://admin/api/about', parent: null }],
    ['another host', { url: 'app://admin.example/admin', parent: null }],
    ['another port', { url: 'app://admin:80/admin', parent: null }],
    ['a name before another host', { url: 'app://admin@example/admin', parent: null }],
    ['a page of the web', { url: 'https://admin/admin', parent: null }],
    ['a page with a similar path', { url: 'app://admin/administrator', parent: null }],
    ['an empty page', { url: 'about:blank', parent: null }],
    ['data', { url: 'data:text/html,app://admin/admin', parent: null }],
    ['no address', { url: '', parent: null }],
  ])('is refused to %s', (_, frame) => {
    expect(() => call(frame, 'a word')).toThrow('Only pages of the app may call this')
    expect(copied).toEqual([])
  })

  test.each([[], [1], ['a', 'b'], [{ toString: () => 'a' }], ['x'.repeat(100_001)]].map((args) => [args]))(
    'is refused with other arguments: %#',
    (args) => {
      expect(() => call({ url: 'app://admin/admin', parent: null }, ...args)).toThrow(
        'Invalid arguments for console.copyText',
      )
      expect(copied).toEqual([])
    },
  )
})

describe('an address that leaves the console', () => {
  const server = 'https://shop.example'
  test.each([
    ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
    ['mailto:grace@example.org?subject=Your%20order', 'mailto:grace@example.org?subject=Your%20order'],
    ['app://admin/blog/a?b#c', 'https://shop.example/blog/a?b#c'],
    ['app://admin//example.org/a', 'https://shop.example//example.org/a'],
  ])('%s opens as %s', async (address, opened) => {
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
  ])('%s opens nothing', async (address) => {
    expect(await openOutside(address, server)).toBe(false)
    expect(electron.opened).toEqual([])
  })
})
