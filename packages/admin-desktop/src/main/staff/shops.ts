import type { SavedServer } from '../../shared/bridge.ts'
import { serverInfoFetch, redirectOf } from '../platform/net-fetch.ts'
import { deleteResponseCache } from '../platform/response-cache.ts'
import { fetchServerInfo, parseServerAddress } from './server-connect.ts'
import { accountFolder, ShopSession, type ShopSessionDeps } from './shop-session.ts'

/** The saved shops. Each has one session, however many windows show it. */
export class Shops {
  #deps: ShopSessionDeps
  #sessions = new Map<string, ShopSession>()

  constructor(deps: ShopSessionDeps) {
    this.#deps = deps
  }

  /** The sessions of all saved shops. */
  all(): ShopSession[] {
    return this.#deps.settings.get().servers.map(({ url }) => this.#sessionOf(url))
  }

  /** Returns the session of a saved shop; null for any other address. */
  get(url: string | null): ShopSession | null {
    const isSaved = this.#deps.settings.get().servers.some((server) => server.url === url)
    return url !== null && isSaved ? this.#sessionOf(url) : null
  }

  /** Opens the accounts of all shops with a login, so that their drafts are sent and their orders watched. */
  async resumeAll(): Promise<void> {
    await Promise.all(this.all().map((session) => session.resume()))
  }

  /** Saves a shop after checking that it is Priormark, and opens its last account. @throws AddressError */
  async connect(input: string): Promise<SavedServer> {
    const url = parseServerAddress(input)
    const { settings } = this.#deps
    const { name } = await fetchServerInfo(url, { fetch: serverInfoFetch, redirectOf })
    const { servers } = settings.get()
    const username = servers.find((server) => server.url === url)?.username ?? null
    const server: SavedServer = { url, name, username }
    settings.change({ servers: [server, ...servers.filter((other) => other.url !== url)] })
    const session = this.#sessionOf(url)
    if (session.account === null) await session.resume()
    return server
  }

  /** Removes a shop from the list. Unsent drafts stay on the disk and are available when it is connected again. */
  async remove(url: string): Promise<void> {
    const { settings, vault, root } = this.#deps
    const { servers } = settings.get()
    const server = servers.find((candidate) => candidate.url === url)
    if (server === undefined) return
    await this.#sessions.get(url)?.close()
    this.#sessions.delete(url)
    if (server.username !== null) {
      const folder = accountFolder(root, url, server.username)
      vault.delete(folder)
      deleteResponseCache(folder)
    }
    const { servers: savedServers, windows } = settings.get()
    settings.change({
      servers: savedServers.filter((other) => other.url !== url),
      windows: windows.map((window) => (window.shop === url ? { ...window, shop: null } : window)),
    })
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close()))
  }

  #sessionOf(url: string): ShopSession {
    const existingSession = this.#sessions.get(url)
    if (existingSession !== undefined) return existingSession
    const session = new ShopSession(url, this.#deps)
    this.#sessions.set(url, session)
    return session
  }
}
