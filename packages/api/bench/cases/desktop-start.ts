import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { chromiumPath } from '@priormark/core/testing/chromium'
import { _electron, chromium, type Page } from 'playwright-core'
import { electronProgram } from '../../../admin-desktop/scripts/electron-program.ts'
import { benchCredentials, type RealServer } from '../real-server.ts'
import type { Section } from '../report.ts'
import { median } from '../statistics.ts'

const desktop = path.resolve(import.meta.dirname, '../../../admin-desktop')
const runs = 5

/** From starting the program to a usable window, compared with plain Chromium and an empty page. */
export async function measureDesktopStart(server: RealServer): Promise<Section> {
  const program = electronProgram() ?? path.join(desktop, 'stand-in/electron')
  const isElectron = electronProgram() !== null
  const title = `Desktop: cold start to a usable window (${isElectron ? 'Electron' : 'the stand-in for Electron'})`
  if (!existsSync(path.join(desktop, 'out/main/index.js')))
    return { title, figures: [], skipped: ['the console is not built (npm run build:desktop)'] }
  if (!existsSync(chromiumPath))
    return { title, figures: [], skipped: ['Chromium is not installed (CHROMIUM=path names it)'] }

  const folder = mkdtempSync(path.join(tmpdir(), 'priormark-bench-desktop-'))
  const start = async (userData: string, use: (page: Page) => Promise<void>) => {
    const startedAt = performance.now()
    const app = await _electron.launch({
      executablePath: program,
      args: [`--user-data-dir=${path.join(folder, userData)}`, desktop],
      env: { ...definedVariables(), TMPDIR: folder },
    })
    const page = await app.firstWindow()
    await use(page)
    const seconds = (performance.now() - startedAt) / 1000
    return { page, seconds, close: () => app.close() }
  }
  const firstScreen = (page: Page) => page.getByLabel('Shop address').waitFor()
  const orders = (page: Page) =>
    page.getByRole('row').nth(1).or(page.getByText('No orders found.')).first().waitFor()
  try {
    const connectedApp = await start('known', firstScreen)
    await connectedApp.page.getByLabel('Shop address').fill(server.url)
    await connectedApp.page.getByRole('button', { name: 'Connect' }).click()
    await connectedApp.page.getByLabel('Username').fill(benchCredentials.username)
    await connectedApp.page.getByLabel('Password').fill(benchCredentials.password)
    await connectedApp.page.getByRole('button', { name: 'Log in' }).click()
    await orders(connectedApp.page)
    await connectedApp.close()

    const seconds = { first: new Array<number>(), again: new Array<number>(), empty: new Array<number>() }
    for (let runIndex = 0; runIndex < runs; runIndex += 1) {
      const first = await start(`first-${runIndex}`, firstScreen)
      await first.close()
      seconds.first.push(first.seconds)
      const again = await start('known', orders)
      await again.close()
      seconds.again.push(again.seconds)
      seconds.empty.push(await emptyPage())
    }
    const empty = median(seconds.empty)
    return {
      title,
      figures: [
        { what: 'the first start, to the server prompt', value: median(seconds.first), unit: 's' },
        { what: 'logged in, to the orders', value: median(seconds.again), unit: 's' },
        { what: 'plain Chromium, to an empty page', value: empty, unit: 's' },
        { what: 'the first start, of plain Chromium', value: median(seconds.first) / empty, unit: 'x' },
        { what: 'logged in, of plain Chromium', value: median(seconds.again) / empty, unit: 'x' },
      ],
      skipped: isElectron ? [] : ['Electron: not installed'],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

async function emptyPage(): Promise<number> {
  const startedAt = performance.now()
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const page = await browser.newPage()
  await page.goto('about:blank')
  const seconds = (performance.now() - startedAt) / 1000
  await browser.close()
  return seconds
}

function definedVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
