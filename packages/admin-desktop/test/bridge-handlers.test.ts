import { beforeEach, describe, expect, test, vi } from 'vitest'

/** Records calls to Electron and the handlers that are registered. */
const electron = vi.hoisted(() => ({
  copied: new Array<string>(),
  /** The names that the save dialog suggested. */
  suggested: new Array<string>(),
  handlers: new Map<string, (event: object, ...args: unknown[]) => unknown>(),
}))

vi.mock('electron', () => ({
  app: { getPath: () => '/downloads' },
  BrowserWindow: { getFocusedWindow: () => null, getAllWindows: () => [] },
  clipboard: { writeText: (text: string) => void electron.copied.push(text) },
  dialog: {
    async showSaveDialog({ defaultPath }: { defaultPath: string }) {
      electron.suggested.push(defaultPath)
      return { canceled: true, filePath: '' }
    },
  },
  ipcMain: {
    handle: (channel: string, handler: (event: object, ...args: unknown[]) => unknown) =>
      void electron.handlers.set(channel, handler),
  },
  safeStorage: {},
}))

const { registerHandlers } = await import('../src/main/bridge-handlers.ts')
const shop = { url: 'https://shop.example', account: { serverUrl: 'https://shop.example' } }
registerHandlers({ shops: { get: () => shop }, windows: { windowOf: () => null } } as never)

const ownPage = { url: 'app://admin/admin', parent: null }
const call = (channel: string, senderFrame: object | null, ...args: unknown[]) =>
  electron.handlers.get(channel)?.({ senderFrame }, ...args)

beforeEach(() => {
  electron.copied.length = 0
  electron.suggested.length = 0
})

describe('a call', () => {
  const copy = (senderFrame: object | null, ...args: unknown[]) => call('app.copyText', senderFrame, ...args)

  test('is accepted from the top frame of the app', async () => {
    await copy({ url: 'app://admin/admin/orders', parent: null }, 'a word')
    expect(electron.copied).toEqual(['a word'])
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
  ])('is rejected from %s', (_, frame) => {
    expect(() => copy(frame, 'a word')).toThrow('Only pages of the app may call this')
    expect(electron.copied).toEqual([])
  })

  test.each([[], [1], ['a', 'b'], [{ toString: () => 'a' }], ['x'.repeat(100_001)]].map((args) => [args]))(
    'is rejected with invalid arguments: %#',
    (args) => {
      expect(() => copy(ownPage, ...args)).toThrow('Invalid arguments for app.copyText')
      expect(electron.copied).toEqual([])
    },
  )
})

describe('the name that a download suggests', () => {
  const suggestionFor = async (fileName: string) => {
    await call('app.download', ownPage, '/api/admin/books/export', fileName)
    return electron.suggested.at(-1)
  }

  test.each([
    ['song.wav', 'song.wav'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\song.wav', 'song.wav'],
    ['.hidden', 'hidden'],
    ['', 'download'],
    ['...', 'download'],
    ['a:b?.txt', 'a-b-.txt'],
    ['song\u202Egpj.exe', 'songgpj.exe'],
    ['歌.wav', '歌.wav'],
    ['aux.wav', '_aux.wav'],
    ['CON', '_CON'],
    ['com1 .txt', '_com1 .txt'],
    ['song.wav. .', 'song.wav'],
  ])('is safe: %j becomes %j', async (given, expected) => {
    expect(await suggestionFor(given)).toBe(`/downloads/${expected}`)
  })

  test('leaves room for .part in the 255 bytes of a name, and keeps the extension', async () => {
    expect(await suggestionFor(`${'a'.repeat(300)}.wav`)).toBe(`/downloads/${'a'.repeat(246)}.wav`)
    expect(await suggestionFor(`${'歌'.repeat(255)}.wav`)).toBe(`/downloads/${'歌'.repeat(82)}.wav`)
  })
})
