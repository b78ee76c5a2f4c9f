import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import type { BrowserContext, Page } from '@playwright/test'

/** Where `npm run coverage` collects coverage from browsers. Nothing is measured if it is not set. */
const target = process.env['JS_COVERAGE_DIR']

/** Records which code the pages of a context execute. Call the result before the context closes. */
export function recordCoverage(context: BrowserContext): () => Promise<void> {
  if (target === undefined) return async () => {}
  const started = new Map<Page, Promise<void>>()
  context.on('page', (page) => {
    started.set(page, page.coverage.startJSCoverage({ resetOnNavigation: false }))
  })
  return async () => {
    for (const [page, start] of started) {
      if (page.isClosed()) continue
      await start
      const entries = await page.coverage.stopJSCoverage()
      const ours = entries.filter(({ url }) => url.includes('/assets/'))
      if (ours.length > 0) await writeFile(path.join(target, `${randomUUID()}.json`), JSON.stringify(ours))
    }
  }
}
