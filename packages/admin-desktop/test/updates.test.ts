import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startUpdates } from '../src/main/updates.ts'

/** Records what the code under test does with Electron and its updater. */
const machine = vi.hoisted(() => {
  const state = {
    isPackaged: true,
    messages: new Array<string>(),
    checks: 0,
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
  dialog: { showMessageBox: async ({ message }: { message: string }) => machine.messages.push(message) },
}))
vi.mock('electron-updater', () => ({
  default: {
    autoUpdater: {
      checkForUpdatesAndNotify: () => {
        machine.checks += 1
        return machine.respond()
      },
    },
  },
}))

// Timeouts only stop hung tests; they do not measure speed.
const polling = { timeout: 120_000, interval: 10 }
const signedFeed = 'provider: generic\nurl: https://downloads.example\npublisherName:\n  - Priormark\n'
const unsignedFeed = 'provider: generic\nurl: https://downloads.example\n'
const { platform } = process
let resources: string
beforeEach(() => {
  resources = mkdtempSync(path.join(tmpdir(), 'priormark-resources-'))
  Object.defineProperty(process, 'resourcesPath', { value: resources, configurable: true })
  writeFileSync(path.join(resources, 'app-update.yml'), signedFeed)
  Object.defineProperty(process, 'platform', { value: 'win32' })
  Object.assign(machine, { isPackaged: true, messages: [], checks: 0, respond: async () => null })
})
afterEach(() => {
  rmSync(resources, { recursive: true, force: true })
  Reflect.deleteProperty(process, 'resourcesPath')
  Object.defineProperty(process, 'platform', { value: platform })
})

test('checks for updates at every start without a message', async () => {
  expect(startUpdates()).not.toBeNull()
  await vi.waitFor(() => expect(machine.checks).toBe(1), polling)
  expect(machine.messages).toEqual([])
})

test.each([
  ['there is no newer version', async () => null, 'You have the latest version.'],
  [
    'the feed has no newer version',
    async () => ({ isUpdateAvailable: false }),
    'You have the latest version.',
  ],
  [
    'a newer version is available',
    async () => ({ isUpdateAvailable: true, updateInfo: { version: '0.2.0' } }),
    'Version 0.2.0 is downloading. It will be installed when you quit Priormark.',
  ],
  [
    'the feed is unreachable',
    async () => {
      throw new Error('ENOTFOUND')
    },
    'Could not check for updates. Try again later.',
  ],
])('shows the result of a manual check if %s', async (_what, respond, sentence) => {
  machine.respond = respond
  const check = startUpdates()
  check?.()
  await vi.waitFor(() => expect(machine.messages).toEqual([sentence]), polling)
  expect(machine.checks).toBe(2)
})

test.each([
  ['win32', unsignedFeed, 'Windows, in an unsigned release'],
  ['win32', signedFeed.replace('https:', 'http:'), 'Windows, over http'],
  ['darwin', unsignedFeed.replace('https:', 'http:'), 'macOS, over http'],
  ['linux', signedFeed, 'Linux, where the updater does not check signatures'],
])('disables updates whose signature is not checked: %s', (system, feed) => {
  Object.defineProperty(process, 'platform', { value: system })
  writeFileSync(path.join(resources, 'app-update.yml'), feed)
  expect(startUpdates()).toBeNull()
  expect(machine.checks).toBe(0)
})

test('enables updates on macOS, which checks signatures itself', async () => {
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  writeFileSync(path.join(resources, 'app-update.yml'), unsignedFeed)
  expect(startUpdates()).not.toBeNull()
  await vi.waitFor(() => expect(machine.checks).toBe(1), polling)
})

test('disables updates without a feed and when run from sources', () => {
  machine.isPackaged = false
  expect(startUpdates()).toBeNull()
  machine.isPackaged = true
  rmSync(path.join(resources, 'app-update.yml'))
  expect(startUpdates()).toBeNull()
  expect(machine.checks).toBe(0)
})
