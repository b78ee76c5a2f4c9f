import { Uuid } from '@priormark/core/ids'
import * as v from 'valibot'

export const deepLinkScheme = 'priormark'

/** Returns the page of a link such as priormark://orders/ID; null for anything else. */
export function deepLinkPath(link: string): string | null {
  if (!URL.canParse(link)) return null
  const { protocol, host, pathname } = new URL(link)
  if (protocol !== `${deepLinkScheme}:` || host !== 'orders') return null
  const id = v.safeParse(Uuid, pathname.slice(1))
  return id.success ? `/admin/orders/${id.output}` : null
}

/** Returns the page of a link on a command line; null if there is none. */
export function linkedPath(commandLine: readonly string[]): string | null {
  for (const word of commandLine) {
    const path = deepLinkPath(word)
    if (path !== null) return path
  }
  return null
}
