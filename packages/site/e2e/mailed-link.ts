import type { Shop } from '@priormark/api/testing/shop-process'
import { expect } from './fixtures.ts'

/** Waits for the newest email to an address with a link to a path, and returns the link. */
export async function linkFor(shop: Shop, email: string, path: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const mails = (await shop.mails()).map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))
      const mail = mails.findLast((one) => one.includes(`To: ${email}`) && one.includes(path))
      return (link = new RegExp(`${path}#[\\w-]+`).exec(mail ?? '')?.[0] ?? '')
    })
    .not.toBe('')
  return link
}
