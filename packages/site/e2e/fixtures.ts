import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { startTestChain, type TestChain } from '@priormark/api/testing/evm-chain'
import { startServerHost } from '@priormark/api/testing/server-host'
import { startServerProcess } from '@priormark/api/testing/server-process'
import { startShop, type Shop, type ShopOptions } from '@priormark/api/testing/shop-process'
import { recordCoverage } from './js-coverage.ts'
import { startStripeStandIn, type StripeStandIn } from './stripe-stand-in.ts'
import { startVisitCounter, type VisitCounter } from './visit-counter.ts'
import { keepToasts } from '../testing/keep-toasts.ts'

/** Console errors, warnings and uncaught exceptions in the browsers of a test. */
interface BrowserErrors {
  /** Allows errors that match, such as the console error of a request that must fail. */
  allow(pattern: RegExp): void
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>

interface ShopPool {
  /**
   * Returns a running shop with these options. Spec files share it unless they ask for their own, so its orders and posts
   * may come from any file that ran before in this worker.
   */
  open(options: ShopOptions, ownerFile: string | null): Promise<Shop>
  close(): Promise<void>
}

/** Keeps the shop that most spec files share and one other running. */
function createShopPool(): ShopPool {
  const shops = new Map<string, Promise<Shop>>()
  const sharedKey = keyOf({}, null)
  const host = startServerHost()
  // Options other than these change the whole process, so such a shop gets its own.
  const start = ({ env, ...options }: ShopOptions) =>
    startShop(
      { ...options, env: { CALL_LIMITS: '0', ...env } },
      Object.keys(options).length === 0 ? host.start : startServerProcess,
    )
  async function stop(key: string) {
    const shop = await shops.get(key)
    shops.delete(key)
    await shop?.stop()
  }
  async function close() {
    try {
      await Promise.all(Array.from(shops.keys(), stop))
    } finally {
      await host.close()
    }
  }
  return {
    close,
    async open(options, ownerFile) {
      const key = keyOf(options, ownerFile)
      const running = shops.get(key)
      if (running !== undefined) return running
      // Memory is limited, so only one shop with special options runs at a time.
      if (key !== sharedKey) await Promise.all([...shops.keys()].filter((one) => one !== sharedKey).map(stop))
      const shop = start(options)
      shops.set(key, shop)
      return shop
    },
  }
}

function keyOf(options: ShopOptions, ownerFile: string | null): string {
  return JSON.stringify([options, ownerFile])
}

interface TestFixtures {
  /** Options for starting the server of this spec file. */
  shopOptions: ShopOptions
  /** Whether the file gets its own shop, which is empty when its first test begins. */
  isOwnShop: boolean
  shop: Shop
  /** Fails the test on every error, warning or policy violation that was not allowed. */
  browserErrors: BrowserErrors & { watch(context: BrowserContext): void }
  /** Opens a page in a new browser context, with its own cookies and storage. */
  newVisitor: (options?: ContextOptions) => Promise<Page>
}

/**
 * Includes fixtures that only one spec file uses: a file that declared its own worker fixtures would need a new worker, with its own
 * browser and shops.
 */
interface WorkerFixtures {
  shopPool: ShopPool
  counter: VisitCounter
  stripe: StripeStandIn
  chain: TestChain
}

/** Returns a fixture that starts with the first test that needs it, and ends with its worker. */
function inWorker<T>(
  start: () => T | Promise<T>,
  stop: (started: T) => Promise<void>,
): [
  (fixtures: object, provide: (started: T) => Promise<void>) => Promise<void>,
  { scope: 'worker'; timeout: number },
] {
  return [
    async ({}, provide) => {
      const started = await start()
      await provide(started)
      await stop(started)
    },
    { scope: 'worker', timeout: 600_000 },
  ]
}

export { expect }

/** A test with a running shop that fails on browser errors. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  shopOptions: [{}, { option: true }],
  isOwnShop: [false, { option: true }],

  shopPool: inWorker(createShopPool, (pool) => pool.close()),
  counter: inWorker(startVisitCounter, (counter) => counter.close()),
  stripe: inWorker(startStripeStandIn, (stripe) => stripe.close()),
  chain: inWorker(startTestChain, (chain) => chain.anvil.stop()),

  // Starting a server does not count as the test's own time.
  shop: [
    async ({ shopPool, shopOptions, isOwnShop }, provide, testInfo) => {
      const shop = await shopPool.open(shopOptions, isOwnShop ? testInfo.file : null)
      const printedBefore = shop.output().length
      await provide(shop)
      if (testInfo.status === testInfo.expectedStatus) return
      await testInfo.attach('server output', {
        body: shop.output().slice(printedBefore),
        contentType: 'text/plain',
      })
    },
    { timeout: 600_000 },
  ],

  baseURL: async ({ shop }, provide) => provide(shop.url),

  context: async ({ context }, provide) => {
    await keepToasts(context)
    await provide(context)
  },

  browserErrors: [
    async ({ context }, provide) => {
      const reported: string[] = []
      const allowed: RegExp[] = []
      const watch = (watched: BrowserContext) => {
        watched.on('console', (message) => {
          if (message.text() === 'Service Worker registration blocked by Playwright') return
          if (message.type() === 'error' || message.type() === 'warning') {
            reported.push(`${message.type()}: ${message.text()} (${message.location().url})`)
          }
        })
        watched.on('weberror', (failure) => reported.push(`uncaught: ${failure.error().message}`))
      }
      watch(context)
      const saveCoverage = recordCoverage(context)
      await provide({ watch, allow: (pattern) => allowed.push(pattern) })
      await saveCoverage()
      const unexpected = reported.filter((error) => !allowed.some((pattern) => pattern.test(error)))
      expect(unexpected, 'unexpected browser errors').toEqual([])
    },
    { auto: true },
  ],

  newVisitor: async ({ browser, baseURL, serviceWorkers, browserErrors }, provide) => {
    const contexts: BrowserContext[] = []
    const savers: (() => Promise<void>)[] = []
    await provide(async (options = {}) => {
      const context = await browser.newContext({
        ...(baseURL === undefined ? {} : { baseURL }),
        viewport: { width: 1280, height: 900 },
        reducedMotion: 'reduce',
        serviceWorkers,
        ...options,
      })
      contexts.push(context)
      savers.push(recordCoverage(context))
      browserErrors.watch(context)
      await keepToasts(context)
      return context.newPage()
    })
    for (const saveCoverage of savers) await saveCoverage()
    for (const context of contexts) await context.close()
  },
})
