import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startUpdates } from '../src/main/updates.ts'

/** What Electron and its updater are told and asked. */
const machine = vi.hoisted(() => {
  const state = {
    isPackaged: true,
    said: new Array<string>(),
    asked: 0,
    answer: async (): Promise<object | null> => null,
  }
  return state
})

vi.mock('electron', () => ({
  app: {
    get isPackaged() {
      return machine.isPackaged
    },
  },
  dialog: { showMessageBox: async ({ message }: { message: string }) => machine.said.push(message) },
}))
vi.mock('electron-updater', () => ({
  default: {
    autoUpdater: {
      checkForUpdatesAndNotify: () => {
        machine.asked += 1
        return machine.answer()
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
  Object.assign(machine, { isPackaged: true, said: [], asked: 0, answer: async () => null })
})
afterEach(() => {
  rmSync(resources, { recursive: true, force: true })
  Reflect.deleteProperty(process, 'resourcesPath')
  Object.defineProperty(process, 'platform', { value: platform })
})

test('A release with a feed looks at every start, and says nothing', async () => {
  expect(startUpdates()).not.toBeNull()
  await vi.waitFor(() => expect(machine.asked).toBe(1), polling)
  expect(machine.said).toEqual([])
})

test.each([
  ['it is the newest', async () => null, 'You have the latest version.'],
  ['it is the newest of a feed', async () => ({ isUpdateAvailable: false }), 'You have the latest version.'],
  [
    'there is a newer one',
    async () => ({ isUpdateAvailable: true, updateInfo: { version: '0.2.0' } }),
    'Version 0.2.0 is downloading. It will be installed when you quit Priormark.',
  ],
  [
    'the feed is away',
    async () => {
      throw new Error('ENOTFOUND')
    },
    'Could not check for updates. Try again later.',
  ],
])('Whoever asks is told that %s', async (_what, answer, sentence) => {
  machine.answer = answer
  const check = startUpdates()
  check?.()
  await vi.waitFor(() => expect(machine.said).toEqual([sentence]), polling)
  expect(machine.asked).toBe(2)
})

test.each([
  ['win32', unsignedFeed, 'Windows, in a release that was not signed'],
  ['win32', signedFeed.replace('https:', 'http:'), 'Windows, from a feed that anybody on the way can change'],
  [
    'darwin',
    unsignedFeed.replace('https:', 'http:'),
    'macOS, from a feed that anybody on the way can change',
  ],
  ['linux', signedFeed, 'Linux, where the updater checks no signature'],
])('Updates whose signature nobody checks are refused: %s', (system, feed) => {
  Object.defineProperty(process, 'platform', { value: system })
  writeFileSync(path.join(resources, 'app-update.yml'), feed)
  expect(startUpdates()).toBeNull()
  expect(machine.asked).toBe(0)
})

test('macOS checks itself who signed an update', async () => {
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  writeFileSync(path.join(resources, 'app-update.yml'), unsignedFeed)
  expect(startUpdates()).not.toBeNull()
  await vi.waitFor(() => expect(machine.asked).toBe(1), polling)
})

test('Without a feed, and out of a folder of the sources, there are no updates', () => {
  machine.isPackaged = false
  expect(startUpdates()).toBeNull()
  machine.isPackaged = true
  rmSync(path.join(resources, 'app-update.yml'))
  expect(startUpdates()).toBeNull()
  expect(machine.asked).toBe(0)
})
