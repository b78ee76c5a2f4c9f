import { mkdtemp, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { _electron, test as base, expect, type ElectronApplication, type Page } from '@playwright/test'
import { administrator } from '@priormark/api/testing/administrator'
import { electronProgram } from '../scripts/electron-program.ts'
import { startApi, type ApiProcess } from '../test/api-process.ts'
import { startUnsteadyServer, type UnsteadyServer } from './unsteady-server.ts'

const packageFolder = path.resolve(import.meta.dirname, '..')
export const standIn = path.join(packageFolder, 'stand-in/electron')

/** Whether the specs run on Electron itself. What only the stand-in can tell is asked of it alone. */
export const isElectron = electronProgram() !== null

/** A console that runs. */
export interface Desktop {
  app: ElectronApplication
  page: Page
  /** Where it keeps everything; another start with it is the same person's machine. */
  userData: string
  close(): Promise<void>
  /** Ends it as a power cut does. */
  kill(): Promise<void>
}

export interface LaunchOptions {
  userData?: string
  /** More words of the command line. */
  args?: string[]
  env?: Record<string, string>
}

interface DesktopFixtures {
  server: UnsteadyServer
  /** Starts a console; all of them are closed at the end of the test. */
  launch: (options?: LaunchOptions) => Promise<Desktop>
  /** A folder that goes at the end of the test. */
  folder: string
}

export { expect }

/** A test with a real API of its own worker, and a network before it that only this test makes fail. */
export const test = base.extend<DesktopFixtures, { api: ApiProcess }>({
  api: [
    // Playwright reads what a fixture needs from these braces; this one needs nothing.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const api = await startApi()
      await provide(api)
      await api.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  server: async ({ api }, provide) => {
    const server = await startUnsteadyServer(api.url)
    await provide(server)
    await server.stop()
  },

  // oxlint-disable-next-line no-empty-pattern
  folder: async ({}, provide) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pm-desk-'))
    await provide(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  },

  launch: async ({ folder }, provide) => {
    const running = new Set<Desktop>()
    await provide(async ({ userData = path.join(folder, 'desk'), args = [], env = {} } = {}) => {
      const temporary = path.join(folder, 'tmp')
      await mkdir(temporary, { recursive: true })
      const app = await _electron.launch({
        executablePath: electronProgram() ?? standIn,
        args: [`--user-data-dir=${userData}`, packageFolder, ...args],
        cwd: packageFolder,
        env: { ...definedVariables(), TMPDIR: temporary, ...env },
        timeout: 120_000,
      })
      const page = await app.firstWindow({ timeout: 120_000 })
      // What a page asks before it is left is main's to answer, and nobody else's.
      page.on('dialog', () => {})
      // The window may still be blank: it is there once a screen has its heading.
      await page.getByRole('heading').first().waitFor()
      const desktop: Desktop = {
        app,
        page,
        userData,
        async close() {
          running.delete(desktop)
          await app.close()
        },
        async kill() {
          running.delete(desktop)
          const child = app.process()
          const ended = new Promise((resolve) => child.once('exit', resolve))
          child.kill('SIGKILL')
          await ended
        },
      }
      running.add(desktop)
      return desktop
    })
    for (const desktop of running) await desktop.kill()
  },
})

/** Chooses an item of the menu by its id, as the shortcut does. */
export async function choose({ app }: Desktop, id: string): Promise<void> {
  await app.evaluate(
    ({ Menu }, itemId) => void Menu.getApplicationMenu()?.getMenuItemById(itemId)?.click(),
    id,
  )
}

/** The machine wakes up: that is when the console looks at the server at once. */
export async function wake({ app }: Desktop): Promise<void> {
  await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
}

/** Names the server, and waits for its login. */
export async function connect({ page }: Desktop, url: string): Promise<void> {
  await page.getByLabel('Server address').fill(url)
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: 'Admin login' }).waitFor()
}

/** Logs in, and waits for the orders. */
export async function logIn({ page }: Desktop, who = administrator): Promise<void> {
  await page.getByLabel('Username').fill(who.username)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Admin login' })).toHaveCount(0)
  await page.getByRole('heading').first().waitFor()
}

/** The address of another page of the console; the stand-in's differ from Electron's. */
export function addressOf(page: Page, pathname: string): string {
  return new URL(pathname, page.url()).href
}

function definedVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
