import { startHoldingProxy, type HoldingProxy } from './holding-proxy.ts'
import type { Scenarios } from './scenarios.ts'

/**
 * Only for Firefox: it cancels the requests of a page when a navigation begins, and the page is still running then. The
 * other engines cancel them when the next page replaces it.
 */
export const navigationScenarios: Scenarios = {
  async 'leaves a page before its script has loaded, and returns'({ page, shop, writeFile }) {
    const work = await writeFile('early.txt', 'Early')
    await throughProxy(shop.url, async (proxy) => {
      const isRequested = proxy.holdNext(/\/entry-client-/)
      await page.open(`${proxy.url}/verify`)
      await isRequested
      await page.open(`${proxy.url}/terms`)
      await page.waitForText('Last updated')
      await page.goBack()
      await page.chooseFiles('Choose files', work)
      await page.waitForText('This is its fingerprint.')
    })
  },

  async 'leaves a page while the next one is loading'({ page, shop, writeFile }) {
    const work = await writeFile('early.txt', 'Early')
    await throughProxy(shop.url, async (proxy) => {
      await page.open(proxy.url)
      await page.chooseFiles('Browse Files', work)
      await page.waitForText('File uploaded')
      const isRequested = proxy.holdNext(/\/LegalPages-/)
      await page.click('link', 'Privacy')
      await isRequested
      await page.open(`${proxy.url}/terms`)
      await page.waitForText('Last updated')
    })
  },
}

async function throughProxy(shopUrl: string, act: (proxy: HoldingProxy) => Promise<void>): Promise<void> {
  const proxy = await startHoldingProxy(shopUrl)
  try {
    await act(proxy)
  } finally {
    await proxy.close()
  }
}
