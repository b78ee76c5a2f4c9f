import { readFile } from 'node:fs/promises'
import { unzipSync, strFromU8 } from 'fflate'
import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { adminApi, placeOrder, placeOrderWithKey } from '../testing/shop-api.ts'

const work = {
  firstName: 'Sanna',
  lastName: 'Lindqvist',
  projectDescription: 'Twelve lessons.',
  fileName: 'snow.md',
  fileText: 'Det snöar.',
}

for (const width of [390, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } })

    const tag = width === 390 ? [] : ['@deep']
    test(
      'exports a customer’s data, and erases it after the email address is typed',
      { tag },
      async ({ page, shop }) => {
        const email = `sanna-${width}@example.org`
        const projectName = `Snow Grammar ${width}`
        const { orderId, key } = await placeOrderWithKey(shop.url, {
          ...work,
          email,
          projectName,
          isPaid: true,
        })
        await placeOrder(shop.url, { ...work, email, projectName: `Unpaid ${width}`, isPaid: false })
        const api = await adminApi(shop.url)
        await api.orders.change({
          params: { id: orderId },
          body: { blockchainLink: 'https://etherscan.io/tx/0x1', status: 'completed' },
        })
        await expect
          .poll(async () => (await shop.mails()).filter((mail) => mail.includes(email)).length)
          .toBe(2)

        await new LoginScreen(page).logInByApi()
        const order = new OrderScreen(page)
        await order.open(orderId)
        await order.runAction('Export customer data')
        const exporting = order.question('Export this customer’s data?')
        await expect(exporting).toContainText('You must respond within one month.')
        const coming = page.waitForEvent('download')
        await exporting.getByRole('button', { name: 'Export' }).click()
        const files = unzipSync(await readFile(await (await coming).path()))
        expect(strFromU8(files[`${orderId}/snow.md`] ?? new Uint8Array())).toBe('Det snöar.')
        expect(strFromU8(files['data.json'] ?? new Uint8Array())).toContain(`Unpaid ${width}`)

        const orders = await holdRequests(page, '**/customer')
        await order.runAction('Erase customer data')
        const dialog = page.getByRole('dialog', { name: 'Erase this customer’s data?' })
        const erase = dialog.getByRole('button', { name: 'Erase' })
        await expect(erase).toBeDisabled()
        orders.release()
        await expect(dialog.getByText(`“${projectName}” keeps only its payment.`)).toBeVisible()
        await expect(dialog.getByText(`“Unpaid ${width}” will be deleted.`)).toBeVisible()
        await expectAccessible(page, 'the erasure dialog')
        const typed = dialog.getByLabel('Type the customer’s email address to confirm')
        await typed.fill('somebody@example.org')
        await erase.click()
        await expect(typed).toHaveAttribute('aria-invalid', 'true')
        await typed.fill(email)
        await erase.click()
        await expect(dialog).toBeHidden()
        await expect(page.getByText('2 orders erased')).toBeVisible()
        await expect(page.getByRole('heading', { name: 'Erased at the customer’s request' })).toBeVisible()
        await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0)
        expect((await shop.mails()).filter((mail) => mail.includes(email))).toEqual([])
        expect((await fetch(`${shop.url}/order/${key}`)).status).toBe(404)
      },
    )
  })
}
