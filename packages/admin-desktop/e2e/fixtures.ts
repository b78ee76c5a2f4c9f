import { cp, mkdtemp, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { _electron, test as base, expect, type ElectronApplication, type Page } from '@playwright/test'
import { administrator } from '@priormark/api/testing/administrator'
import { keepToasts } from '@priormark/site/testing/keep-toasts'
import { electronProgram } from '../scripts/electron-program.ts'
import { startApi, type ApiProcess } from '../test/api-process.ts'
import { startUnreliableNetwork, type UnreliableNetwork, type UnreliableServer } from './unreliable-server.ts'

const packageFolder = path.resolve(import.meta.dirname, '..')
export const standIn = path.join(packageFolder, 'stand-in/electron')

/** Whether the tests run on Electron itself. Some checks are only possible on the stand-in. */
export const isElectron = electronProgram() !== null

/** A running desktop app. */
export interface Desktop {
  app: ElectronApplication
  page: Page
  /** The folder with its data. Launching with the same folder simulates the same computer. */
  userData: string
  close(): Promise<void>
  /** Kills the process, as a power failure would. */
  kill(): Promise<void>
}

/** How long a start may take before it counts as hung, in milliseconds. */
export const startTimeoutMs = 120_000

interface LaunchOptions {
  userData?: string
  /** Additional command-line arguments. */
  args?: string[]
  env?: Record<string, string>
}

type Launch = (options?: LaunchOptions) => Promise<Desktop>

interface DesktopFixtures {
  server: UnreliableServer
  /** Starts an app, which is killed at the end of the test. */
  launch: Launch
  /** Like `launch`, with the data of an administrator who has logged in to `server` before. */
  launchLoggedIn: Launch
  /**
   * A logged-in app that many tests share, each starting at its first screen. It is replaced after a failed test. A test
   * stubs the dialogs it needs, and leaves no drafts, downloads or settings behind.
   */
  shared: Desktop
  /** A folder that is deleted at the end of the test. */
  folder: string
}

interface WorkerFixtures {
  api: ApiProcess
  network: UnreliableNetwork
  /** A user-data folder with a login and cached orders. Tests start with copies of it. */
  loggedInFolder: string
  sharedDesktop: Desktop
}

export { expect }

/** A test with a real API, shared by its worker, behind a network whose failures only this test controls. */
export const test = base.extend<DesktopFixtures, WorkerFixtures>({
  api: [
    async ({}, provide) => {
      const api = await startApi()
      await provide(api)
      await api.stop()
    },
    // Only stops a hung start. On an overloaded machine the first start takes minutes.
    { scope: 'worker', timeout: 600_000 },
  ],

  network: [
    async ({ api }, provide) => {
      const network = await startUnreliableNetwork(api.url)
      await provide(network)
      await network.stop()
    },
    { scope: 'worker' },
  ],

  loggedInFolder: [
    async ({ network }, provide) => {
      await withFolder(async (folder) => {
        const userData = path.join(folder, 'desktopApp')
        const desktop = await launchDesktop(folder, { userData })
        await connect(desktop, network.url)
        await logIn(desktop)
        const { page } = desktop
        // A response is cached before the page gets it, so both are in the folder once they are shown.
        await expect(
          page.getByRole('link', { name: `Your account: ${administrator.username}` }),
        ).toBeVisible()
        await expect(page.locator('#orders-list')).toHaveAttribute('aria-busy', 'false')
        await desktop.close()
        await provide(userData)
      })
    },
    { scope: 'worker', timeout: 600_000 },
  ],

  sharedDesktop: [
    async ({ loggedInFolder }, provide) => {
      await withFolder(async (folder) => {
        const userData = path.join(folder, 'desktopApp')
        await copyUserData(loggedInFolder, userData)
        const desktop = await launchDesktop(folder, { userData })
        await provide(desktop)
        await desktop.kill()
      })
    },
    { scope: 'worker', timeout: 600_000 },
  ],

  server: async ({ network }, provide) => {
    await provide(network.renew())
  },

  folder: async ({}, provide) => {
    await withFolder(provide)
  },

  launch: async ({ folder }, provide) => {
    const running: Desktop[] = []
    await provide(async (options) => {
      const desktop = await launchDesktop(folder, options)
      running.push(desktop)
      return desktop
    })
    for (const desktop of running) await desktop.kill()
  },

  launchLoggedIn: async ({ folder, launch, loggedInFolder }, provide) => {
    await provide(async ({ userData = path.join(folder, 'desktopApp'), ...options } = {}) => {
      await copyUserData(loggedInFolder, userData)
      return launch({ userData, ...options })
    })
  },

  shared: async ({ sharedDesktop }, provide) => {
    const { page } = sharedDesktop
    const start = addressOf(page, '/admin')
    await provide(sharedDesktop)
    await page.emulateMedia({ colorScheme: null })
    await page.goto(start)
    await page.getByRole('heading').first().waitFor()
  },
})

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pm-desktop-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/** Copies user data without the lock of the process that used it. */
function copyUserData(from: string, to: string): Promise<void> {
  return cp(from, to, { recursive: true, filter: (file) => !path.basename(file).startsWith('Singleton') })
}

/** Starts the program. `folder` contains its user data and temporary files. */
export async function startProgram(
  folder: string,
  { userData = path.join(folder, 'desktopApp'), args = [], env = {} }: LaunchOptions = {},
): Promise<ElectronApplication> {
  const temporary = path.join(folder, 'tmp')
  await mkdir(temporary, { recursive: true })
  const app = await _electron.launch({
    executablePath: electronProgram() ?? standIn,
    args: [`--user-data-dir=${userData}`, packageFolder, ...args],
    cwd: packageFolder,
    env: { ...definedVariables(), TMPDIR: temporary, ...env },
    timeout: startTimeoutMs,
  })
  // The limits of the configuration do not apply to Electron.
  app.context().setDefaultTimeout(startTimeoutMs)
  return app
}

/** Starts an app and waits until it shows a screen. */
async function launchDesktop(
  folder: string,
  { userData = path.join(folder, 'desktopApp'), ...options }: LaunchOptions = {},
): Promise<Desktop> {
  const app = await startProgram(folder, { userData, ...options })
  const page = await app.firstWindow({ timeout: startTimeoutMs })
  // The main process responds to beforeunload dialogs. Without a listener, Playwright would.
  page.on('dialog', () => {})
  // The window may still be blank. A heading shows that a screen is rendered.
  await page.getByRole('heading').first().waitFor()
  await keepToasts(app.context())
  const child = app.process()
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    app,
    page,
    userData,
    close: () => app.close(),
    async kill() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await ended
      }
    },
  }
}

/** Clicks an item of the application menu by its id, once it is there: most screens appear when the role is known. */
export async function choose({ app }: Desktop, id: string): Promise<void> {
  const click = () =>
    app.evaluate(({ Menu }, itemId) => {
      const item = Menu.getApplicationMenu()?.getMenuItemById(itemId)
      item?.click()
      return item !== undefined && item !== null
    }, id)
  await expect.poll(click).toBe(true)
}

/** Emits a resume from sleep, after which the app contacts the server at once. */
export async function syncNow({ app }: Desktop): Promise<void> {
  await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
}

/** Connects to a server and waits for its login. */
export async function connect({ page }: Desktop, url: string): Promise<void> {
  await page.getByLabel('Shop address').fill(url)
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: 'Admin login' }).waitFor()
}

/** Logs in and waits for the orders. */
export async function logIn({ page }: Desktop, who = administrator): Promise<void> {
  await page.getByLabel('Username').fill(who.username)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Admin login' })).toHaveCount(0)
  await page.getByRole('heading').first().waitFor()
}

/** Returns the address of another page of the app. The stand-in's addresses differ from Electron's. */
export function addressOf(page: Page, pathname: string): string {
  return new URL(pathname, page.url()).href
}

function definedVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
