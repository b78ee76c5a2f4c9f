import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startUpdates } from '../../src/main/operations/updates.ts'

/** Records what the code under test does with Electron and its updater. */
const machine = vi.hoisted(() => {
  const state = {
    isPackaged: true,
    messages: new Array<string>(),
    /** The button that the person presses. */
    button: 1,
    checks: 0,
    opened: new Array<string>(),
    lines: new Array<string>(),
    installs: 0,
    respond: async (): Promise<object | null> => null,
  }
  return state
})

vi.mock('electron', () => ({
  app: {
    get isPackaged() {
      return machine.isPackaged
    },
  },
  dialog: {
    async showMessageBox({ message }: { message: string }) {
      machine.messages.push(message)
      return { response: machine.button }
    },
  },
  shell: { openExternal: async (url: string) => void machine.opened.push(url) },
}))
const autoUpdater = vi.hoisted(() => ({
  autoDownload: true,
  autoInstallOnAppQuit: true,
  on: () => {},
  checkForUpdates: () => {
    machine.checks += 1
    return machine.respond()
  },
  quitAndInstall: () => void (machine.installs += 1),
}))
vi.mock('electron-updater', () => ({ default: { autoUpdater } }))
vi.mock('../../src/main/platform/log.ts', () => ({ log: (line: string) => void machine.lines.push(line) }))

// Timeouts only stop hung tests; they do not measure speed.
const polling = { timeout: 120_000, interval: 10 }
const signedFeed = 'provider: generic\nurl: https://downloads.example\npublisherName:\n  - Priormark\n'
const unsignedFeed = 'provider: generic\nurl: https://downloads.example\n'
const { platform } = process
let resources: string
let events: string[]
const start = () =>
  startUpdates({ onReady: () => events.push('ready'), beginQuit: () => events.push('quit') })
const newer = async () => ({
  isUpdateAvailable: true,
  updateInfo: {
    version: '0.2.0',
    files: [{ url: 'Priormark-0.2.0.AppImage' }, { url: 'priormark_0.2.0_amd64.deb' }],
  },
  downloadPromise: Promise.resolve([]),
})
const offered = 'Version 0.2.0 of Priormark is ready'
beforeEach(() => {
  resources = mkdtempSync(path.join(tmpdir(), 'priormark-resources-'))
  Object.defineProperty(process, 'resourcesPath', { value: resources, configurable: true })
  writeFileSync(path.join(resources, 'app-update.yml'), signedFeed)
  Object.defineProperty(process, 'platform', { value: 'win32' })
  Object.assign(machine, {
    isPackaged: true,
    messages: [],
    button: 1,
    checks: 0,
    opened: [],
    lines: [],
    installs: 0,
  })
  machine.respond = async () => null
  events = []
})
afterEach(() => {
  rmSync(resources, { recursive: true, force: true })
  Reflect.deleteProperty(process, 'resourcesPath')
  Object.defineProperty(process, 'platform', { value: platform })
})

test('checks for updates at every start without a message, and logs a failure', async () => {
  machine.respond = async () => {
    throw new Error('ENOTFOUND')
  }
  expect(start()).not.toBeNull()
  await vi.waitFor(() => expect(machine.lines).toEqual(['The check for updates failed: ENOTFOUND']), polling)
  expect([machine.checks, machine.messages]).toEqual([1, []])
})

test('checks again after a few hours', async () => {
  vi.useFakeTimers()
  try {
    start()
    await vi.advanceTimersByTimeAsync(2 * 3_600_000)
    expect(machine.checks).toBe(1)
    await vi.advanceTimersByTimeAsync(9 * 3_600_000)
    expect(machine.checks).toBeGreaterThanOrEqual(3)
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['the updater does not work', async () => null, 'Could not check for updates. Try again later.'],
  [
    'the feed has no newer version',
    async () => ({ isUpdateAvailable: false }),
    'You have the latest version.',
  ],
  [
    'the feed is unreachable',
    async () => {
      throw new Error('ENOTFOUND')
    },
    'Could not check for updates. Try again later.',
  ],
])('shows the result of a manual check if %s', async (_what, respond, message) => {
  machine.respond = respond
  start()?.check()
  await vi.waitFor(() => expect(machine.messages).toEqual([message]), polling)
  expect(machine.checks).toBe(2)
})

test('offers a downloaded version once, and installs nothing if the person chooses later', async () => {
  machine.respond = newer
  const updates = start()
  await vi.waitFor(() => expect(machine.messages).toEqual([offered]), polling)
  expect([events, machine.installs, autoUpdater.autoInstallOnAppQuit]).toEqual([['ready'], 0, false])
  expect(updates?.readyVersion).toBe('0.2.0')
  updates?.check()
  await vi.waitFor(() => expect(machine.messages).toEqual([offered, offered]), polling)
  expect(machine.checks).toBe(1)
})

test('restarts with the new version if the person agrees', async () => {
  machine.respond = newer
  machine.button = 0
  start()
  await vi.waitFor(() => expect(machine.installs).toBe(1), polling)
  expect(events).toEqual(['ready', 'quit'])
})

test.each([
  ['win32', unsignedFeed, 'Windows, in an unsigned release'],
  ['win32', signedFeed.replace('https:', 'http:'), 'Windows, over http'],
  ['darwin', unsignedFeed.replace('https:', 'http:'), 'macOS, over http'],
  ['linux', signedFeed.replace('https:', 'http:'), 'Linux, over http'],
])('disables updates whose signature is not checked: %s', (system, feed) => {
  Object.defineProperty(process, 'platform', { value: system })
  writeFileSync(path.join(resources, 'app-update.yml'), feed)
  expect(start()).toBeNull()
  expect(machine.checks).toBe(0)
})

test('enables updates on macOS, which checks signatures itself', async () => {
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  writeFileSync(path.join(resources, 'app-update.yml'), unsignedFeed)
  expect(start()).not.toBeNull()
  await vi.waitFor(() => expect(machine.checks).toBe(1), polling)
})

test.each([
  ['an AppImage', '/opt/Priormark.AppImage', 'Priormark-0.2.0.AppImage'],
  ['a deb', undefined, 'priormark_0.2.0_amd64.deb'],
])('announces a newer version on Linux, and opens the download of %s', async (_what, image, file) => {
  Object.defineProperty(process, 'platform', { value: 'linux' })
  vi.stubEnv('APPIMAGE', image)
  machine.respond = newer
  machine.button = 0
  const updates = start()
  const announced = 'Version 0.2.0 of Priormark is available'
  await vi.waitFor(() => expect(machine.opened).toEqual([`https://downloads.example/${file}`]), polling)
  updates?.check()
  await vi.waitFor(() => expect(machine.messages).toEqual([announced, announced]), polling)
  expect([autoUpdater.autoDownload, machine.installs, updates?.readyVersion, events]).toEqual([
    false,
    0,
    null,
    [],
  ])
  vi.unstubAllEnvs()
})

test('disables updates without a feed and when run from sources', () => {
  machine.isPackaged = false
  expect(start()).toBeNull()
  machine.isPackaged = true
  rmSync(path.join(resources, 'app-update.yml'))
  expect(start()).toBeNull()
  expect(machine.checks).toBe(0)
})
