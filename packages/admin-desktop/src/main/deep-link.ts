import { Uuid } from '@priormark/core/platform/ids'
import * as v from 'valibot'
import { parseServerAddress } from './staff/server-connect.ts'

export const deepLinkScheme = 'priormark'

/** The target of a link. */
export interface DeepLink {
  path: string
  /** The shop's address; null for the shop that was used last. */
  shop: string | null
}

/** The paths of pages, by the host of a link. */
const pagePaths: Record<string, (id: string) => string> = {
  orders: (id) => `/admin/orders/${id}`,
  posts: (id) => `/admin/blog/editor?id=${id}`,
}

/**
 * Returns the target of a link such as priormark://orders/ID, priormark://posts/ID or
 * priormark://orders/ID?shop=https://shop.example; null for anything else.
 */
export function readDeepLink(link: string): DeepLink | null {
  if (!URL.canParse(link)) return null
  const { protocol, host, pathname, searchParams } = new URL(link)
  const pathOf = Object.hasOwn(pagePaths, host) ? pagePaths[host] : undefined
  if (protocol !== `${deepLinkScheme}:` || pathOf === undefined) return null
  const id = v.safeParse(Uuid, pathname.slice(1))
  if (!id.success) return null
  const shopAddress = searchParams.get('shop')
  try {
    return { path: pathOf(id.output), shop: shopAddress === null ? null : parseServerAddress(shopAddress) }
  } catch {
    return null
  }
}

/** Returns the first link of a command line; null if there is none. */
export function findDeepLink(commandLine: readonly string[]): DeepLink | null {
  return commandLine.map(readDeepLink).find((link) => link !== null) ?? null
}
