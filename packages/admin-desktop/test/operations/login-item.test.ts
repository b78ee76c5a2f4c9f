import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loginItem } from '../../src/main/operations/login-item.ts'

const machine = vi.hoisted(() => ({ appData: '', isPackaged: true, settings: new Array<object>() }))
vi.mock('electron', () => ({
  app: {
    get isPackaged() {
      return machine.isPackaged
    },
    getPath: () => machine.appData,
    setLoginItemSettings: (settings: object) => machine.settings.push(settings),
    getLoginItemSettings: () => ({ openAtLogin: machine.settings.length > 0 }),
  },
}))

const { platform } = process
beforeEach(() => {
  machine.appData = mkdtempSync(path.join(tmpdir(), 'priormark-login-item-'))
  machine.isPackaged = true
})
afterEach(() => {
  rmSync(machine.appData, { recursive: true, force: true })
  vi.unstubAllEnvs()
  Object.defineProperty(process, 'platform', { value: platform })
})

test('is off at first, and can be turned on and off on Linux', () => {
  Object.defineProperty(process, 'platform', { value: 'linux' })
  vi.stubEnv('APPIMAGE', '/opt/My "App" 100%/a$b')
  expect(loginItem.isOn()).toBe(false)
  loginItem.set(true)
  expect(loginItem.isOn()).toBe(true)
  const file = path.join(machine.appData, 'autostart', 'priormark-admin.desktop')
  const entry = readFileSync(file, 'utf8')
  expect(entry).toMatch(/^\[Desktop Entry\]\nType=Application\n/)
  expect(entry, 'quotes the program').toContain(String.raw`Exec="/opt/My \\"App\\" 100%%/a\\$b" --hidden`)
  loginItem.set(false)
  expect(loginItem.isOn()).toBe(false)
})

test('asks Windows and macOS to start the app hidden', () => {
  Object.defineProperty(process, 'platform', { value: 'win32' })
  expect(loginItem.isOn()).toBe(false)
  loginItem.set(true)
  expect(machine.settings).toEqual([{ openAtLogin: true, args: ['--hidden'] }])
  expect(loginItem.isOn()).toBe(true)
})

test('is not offered by an app that is run from its sources', () => {
  machine.isPackaged = false
  expect(loginItem.menuItems()).toEqual([])
})
