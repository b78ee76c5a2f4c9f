import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { startShop, type Shop, type ShopOptions } from '@priormark/api/testing/shop-process'
import { recordCoverage } from './js-coverage.ts'

/** What browsers complained about in a test. */
export interface Complaints {
  /** A complaint of this kind belongs to the journey: a call that must fail is reported by the browser itself. */
  expect(kind: RegExp): void
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>

interface ShopKeeper {
  /** The shop of a spec file: one process for all its tests, and none of another file's orders in it. */
  open(specFile: string, options: ShopOptions): Promise<Shop>
  close(): Promise<void>
}

function createShopKeeper(): ShopKeeper {
  let current: { specFile: string; shop: Shop } | null = null
  async function close() {
    await current?.shop.stop()
    current = null
  }
  return {
    close,
    async open(specFile, options) {
      if (current?.specFile === specFile) return current.shop
      await close()
      const shop = await startShop(options)
      current = { specFile, shop }
      return shop
    },
  }
}

interface JourneyFixtures {
  /** How the server of this spec file is started. */
  shopOptions: ShopOptions
  shop: Shop
  /** Fails the test on every error, warning or policy violation that a browser reports and that nobody expected. */
  complaints: Complaints & { watch(context: BrowserContext): void }
  /** A person with a browser of their own: other cookies, other storage. */
  newVisitor: (options?: ContextOptions) => Promise<Page>
}

interface JourneyWorkerFixtures {
  shopKeeper: ShopKeeper
}

export { expect }

/** A test with a shop of its own, whose browsers may not complain. */
export const test = base.extend<JourneyFixtures, JourneyWorkerFixtures>({
  shopOptions: [{}, { option: true }],

  shopKeeper: [
    // Playwright reads what a fixture needs from these braces; this one needs nothing.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const keeper = createShopKeeper()
      await provide(keeper)
      await keeper.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  // A first start makes a database; that is not the test's own time.
  shop: [
    async ({ shopKeeper, shopOptions }, provide, testInfo) => {
      const shop = await shopKeeper.open(testInfo.file, shopOptions)
      const printedBefore = shop.output().length
      await provide(shop)
      if (testInfo.status === testInfo.expectedStatus) return
      await testInfo.attach('server output', {
        body: shop.output().slice(printedBefore),
        contentType: 'text/plain',
      })
    },
    { timeout: 240_000 },
  ],

  baseURL: async ({ shop }, provide) => provide(shop.url),

  complaints: [
    async ({ context }, provide) => {
      const heard: string[] = []
      const expected: RegExp[] = []
      const watch = (watched: BrowserContext) => {
        watched.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning') {
            heard.push(`${message.type()}: ${message.text()} (${message.location().url})`)
          }
        })
        watched.on('weberror', (failure) => heard.push(`uncaught: ${failure.error().message}`))
      }
      watch(context)
      const saveCoverage = recordCoverage(context)
      await provide({ watch, expect: (kind) => expected.push(kind) })
      await saveCoverage()
      const unexpected = heard.filter((complaint) => !expected.some((kind) => kind.test(complaint)))
      expect(unexpected, 'what the browser complained about').toEqual([])
    },
    { auto: true },
  ],

  newVisitor: async ({ browser, baseURL, complaints }, provide) => {
    const contexts: BrowserContext[] = []
    const savers: (() => Promise<void>)[] = []
    await provide(async (options = {}) => {
      const context = await browser.newContext({
        ...(baseURL === undefined ? {} : { baseURL }),
        viewport: { width: 1280, height: 900 },
        ...options,
      })
      contexts.push(context)
      savers.push(recordCoverage(context))
      complaints.watch(context)
      return context.newPage()
    })
    for (const saveCoverage of savers) await saveCoverage()
    for (const context of contexts) await context.close()
  },
})
