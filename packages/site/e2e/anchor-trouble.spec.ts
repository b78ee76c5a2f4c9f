import { chainId, sender, senderKey, startTestChain, type TestChain } from '@priormark/api/testing/evm-chain'
import { expectAccessible } from './axe-scan.ts'
import { expect, test as base } from './fixtures.ts'
import { orderWithKey } from './order-page-calls.ts'
import { AnchorsScreen } from './screens/anchors.screen.ts'
import { LoginScreen } from './screens/login.screen.ts'
import { OrderPageScreen } from './screens/order-page.screen.ts'
import { words } from './screens/toast.screen.ts'
import { adminApi } from './shop-calls.ts'

/** A minute's round of the server, on a busy machine. */
const roundMs = 150_000

/** A shop that records on a chain of its own, whose blocks are made when the journey says so. */
const test = base.extend<object, { chain: TestChain }>({
  chain: [
    // Playwright reads what a fixture needs from these braces; this one needs nothing.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const chain = await startTestChain()
      await provide(chain)
      await chain.anvil.stop()
    },
    { scope: 'worker' },
  ],
  shopOptions: async ({ chain }, provide) => {
    await provide({
      env: {
        ANCHORS: 'evm',
        BATCH_SECONDS: '1',
        EVM_RPC_URLS: chain.url,
        EVM_CHAIN_ID: String(chainId),
        EVM_CHAIN_NAME: 'Testchain',
        EVM_PRIVATE_KEY: senderKey,
        EVM_EXPLORER_TX: 'https://explorer.example/tx/{hash}',
      },
    })
  },
})

// Waits for two rounds of the server, a minute each. admin-anchors.spec.ts shows a stuck anchor of the server's calls alone.
test(
  'A transaction that fails on its chain is told with its reason, and recorded after all at a click',
  { tag: '@deep' },
  async ({ page, newVisitor, shop, chain }) => {
    test.setTimeout(6 * roundMs)
    const key = await orderWithKey(shop, { projectName: 'Against the Wind', isPaid: true })
    const customer = new OrderPageScreen(page)
    await customer.open(key)
    await expect.poll(() => chain.waiting(), { timeout: roundMs }).toEqual([0])
    await expect(customer.headline).toHaveText('Sent to a private test chain', {
      timeout: roundMs,
    })

    // The account gets code that fails (EIP-7702) after the gas was estimated.
    const failing = '0x00000000000000000000000000000000000000fa'
    await chain.call('anvil_setCode', failing, '0x60006000fd')
    await chain.call('anvil_setCode', sender, `0xef0100${failing.slice(2)}`)
    await chain.mine()

    const owner = await newVisitor()
    await new LoginScreen(owner).enter()
    const anchors = new AnchorsScreen(owner)
    await anchors.open()
    await anchors.tab('Stuck').click()
    await expect(anchors.batches).toContainText('was mined but failed on Testchain', { timeout: roundMs })
    await expect(anchors.batches).toContainText('Stuck')
    await expectAccessible(owner, 'an anchor that is stuck')
    // The customer is told nothing that is not so, and has nothing to do.
    await expect(customer.headline).toHaveText('Sent to a private test chain')

    await chain.call('anvil_setCode', sender, '0x')
    await anchors.batches.getByRole('button', { name: 'Try again' }).click()
    await expect(anchors.toast.polite).toHaveText(
      words('Trying again', 'The server is retrying this batch now'),
    )
    // Nothing is sent anew before the failure itself is final.
    await expect
      .poll(
        async () => {
          await chain.mine()
          return customer.headline.textContent()
        },
        { timeout: 2 * roundMs },
      )
      .toMatch(/^Recorded in block [\d,]+ of a private test chain, final$/)
    await expect(customer.evidence).toBeVisible()

    const api = await adminApi(shop.url)
    const [order] = await api.orders.list({
      query: { tab: 'all', search: 'Against the Wind', page: 1, limit: 20 },
    })
    expect(order).toMatchObject({ status: 'completed' })
    await expect(customer.anchors.getByRole('link')).toHaveAttribute('href', order?.blockchainLink ?? 'none')
  },
)
