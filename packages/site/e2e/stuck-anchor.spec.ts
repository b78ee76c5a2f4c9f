import { chainId, sender, senderKey } from '@priormark/api/testing/evm-chain'
import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { placeOrderForPage } from './order-page-api.ts'
import { AnchorsScreen } from '../testing/screens/anchors.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderPageScreen } from '../testing/screens/order-page.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { adminApi } from '../testing/shop-api.ts'

/** The server checks anchors once a minute; this allows for a busy machine. */
const checkIntervalMs = 150_000

// A shop that records on its own chain, which makes a block only when a test calls `mine()`.
test.use({
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

// Waits for two checks of the server, which take a minute each. admin-anchors.spec.ts tests a stuck anchor with mocked responses.
test(
  'shows why a transaction failed on its chain, and records the batch after a retry',
  { tag: '@deep' },
  async ({ page, newVisitor, shop, chain }) => {
    test.setTimeout(6 * checkIntervalMs)
    const key = await placeOrderForPage(shop, { projectName: 'Against the Wind', isPaid: true })
    const customer = new OrderPageScreen(page)
    await customer.open(key)
    await expect.poll(() => chain.waiting(), { timeout: checkIntervalMs }).toEqual([0])
    await expect(customer.headline).toHaveText('Sent to the blockchain', {
      timeout: checkIntervalMs,
    })

    // After the gas was estimated, gives the account code that fails (EIP-7702).
    const failing = '0x00000000000000000000000000000000000000fa'
    await chain.call('anvil_setCode', failing, '0x60006000fd')
    await chain.call('anvil_setCode', sender, `0xef0100${failing.slice(2)}`)
    await chain.mine()

    const owner = await newVisitor()
    await new LoginScreen(owner).logInByApi()
    const anchors = new AnchorsScreen(owner)
    await anchors.open()
    await anchors.tab('Stuck').click()
    await expect(anchors.batches).toContainText('was mined but failed on Testchain', {
      timeout: checkIntervalMs,
    })
    await expect(anchors.batches).toContainText('Stuck')
    await expectAccessible(owner, 'an anchor that is stuck')
    // The customer's page still shows the last confirmed state, and requires no action.
    await expect(customer.headline).toHaveText('Sent to the blockchain')

    await chain.call('anvil_setCode', sender, '0x')
    await anchors.batches.getByRole('button', { name: 'Try again' }).click()
    await expect(anchors.toast.polite).toHaveText(
      toastText('Trying again', 'The server is retrying this batch now'),
    )
    // The server sends a new transaction only after the failed one is final.
    await expect
      .poll(
        async () => {
          await chain.mine()
          return customer.headline.textContent()
        },
        { timeout: 2 * checkIntervalMs },
      )
      .toMatch(/^Recorded in block [\d,]+, final$/)
    await expect(customer.evidence).toBeVisible()

    const api = await adminApi(shop.url)
    const [order] = await api.orders.list({
      query: { tab: 'all', search: 'Against the Wind', page: 1, limit: 20 },
    })
    expect(order).toMatchObject({ status: 'completed' })
    await expect(customer.anchors.getByRole('link')).toHaveAttribute('href', order?.blockchainLink ?? 'none')
  },
)
