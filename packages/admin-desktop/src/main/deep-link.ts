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

const pages: Record<string, (id: string) => string> = {
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
  const page = Object.hasOwn(pages, host) ? pages[host] : undefined
  if (protocol !== `${deepLinkScheme}:` || page === undefined) return null
  const id = v.safeParse(Uuid, pathname.slice(1))
  if (!id.success) return null
  const named = searchParams.get('shop')
  try {
    return { path: page(id.output), shop: named === null ? null : parseServerAddress(named) }
  } catch {
    return null
  }
}

/** Returns the first link of a command line; null if there is none. */
export function linkOf(commandLine: readonly string[]): DeepLink | null {
  return commandLine.map(readDeepLink).find((link) => link !== null) ?? null
}
