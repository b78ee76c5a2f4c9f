import { dialog } from 'electron'
import type { DeepLink } from './deep-link.ts'
import { AddressError } from './staff/server-connect.ts'
import type { ShopWindows } from './windows/shop-windows.ts'
import type { Shops } from './staff/shops.ts'

/** Opens the page of a link. A shop that is not saved is connected only if the person agrees. */
export async function openDeepLink(
  { path, shop }: DeepLink,
  { shops, windows }: { shops: Shops; windows: ShopWindows },
): Promise<void> {
  if (shop === null) return windows.show(path)
  if (shops.get(shop) === null) {
    const { response } = await dialog.showMessageBox({
      message: `Connect to ${new URL(shop).host}?`,
      detail: `A link leads to ${shop}, which is not one of your saved shops. Connect only if you trust the link: the shop will ask for your password.`,
      buttons: ['Cancel', 'Connect'],
      defaultId: 0,
      cancelId: 0,
    })
    if (response !== 1) return
    try {
      await shops.connect(shop)
    } catch (error) {
      const message = error instanceof AddressError ? error.message : 'Something went wrong. Try again.'
      await dialog.showMessageBox({ message })
      return
    }
  }
  windows.showShop(shop, path)
}
