import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { createApi, type Api } from '@priormark/core/api'
import { authEndpoints, isSameAccess, Session } from '@priormark/core/staff/auth/endpoints'
import type { DownloadView } from '@priormark/core/platform/downloads/download-manager'
import type { DraftStatus } from '@priormark/core/blog/drafts/draft-service'
import { createClient } from '@priormark/core/platform/http/client'
import { isAllowed } from '@priormark/core/platform/roles'
import * as v from 'valibot'
import type { SavedServer } from '../../shared/bridge.ts'
import { openDrafts, type Drafts } from '../blog/draft-store.ts'
import { createDownloads, openDownloadStore, type Downloads } from '../platform/downloads/downloads.ts'
import { apiFetch, fileFetch } from '../platform/net-fetch.ts'
import {
  deleteResponseCache,
  openResponseCache,
  responseCacheFile,
  type ResponseCache,
} from '../platform/response-cache.ts'
import type { SettingsStore } from '../platform/settings-store.ts'
import type { TokenVault } from './token-vault.ts'

export interface ShopSessionDeps {
  root: string
  settings: SettingsStore
  vault: TokenVault
  /** An account was opened, or its user has logged in again. */
  onOpen: (shop: ShopSession) => void
  onDraftStatus: (shopUrl: string, status: DraftStatus) => void
  onDownloads: (shopUrl: string, downloads: DownloadView[]) => void
}

/** The open databases, downloads and API client of one user of one server. */
export interface Account {
  serverUrl: string
  username: string
  folder: string
  api: Api
  drafts: Drafts
  downloads: Downloads
  responseCache: ResponseCache
  close(): Promise<void>
}

/**
 * The logged-in user of one shop and their credential, which no page ever sees. All windows of the shop share it, and it is
 * used for no other server.
 */
export class ShopSession {
  readonly url: string
  #deps: ShopSessionDeps
  #account: Account | null = null
  #token: string | null = null
  /** What the server said about the person; null if that is unknown. */
  #person: Session | null = null

  constructor(url: string, deps: ShopSessionDeps) {
    this.url = url
    this.#deps = deps
  }

  /** The shop as it was saved; null after it was removed. */
  get server(): SavedServer | null {
    return this.#deps.settings.get().servers.find(({ url }) => url === this.url) ?? null
  }
  get account(): Account | null {
    return this.#account
  }
  get token(): string | null {
    return this.#token
  }

  /** Opens the account of the last login, so that it can be read before the server responds. */
  async resume(): Promise<void> {
    const username = this.server?.username ?? null
    if (username !== null) await this.#open(username)
  }

  /** Stores the credential of a successful login and opens its account. */
  async login(token: string): Promise<void> {
    const api = createApi(createClient({ baseUrl: this.url, fetch: apiFetch, token: () => token }))
    const person = await api.auth.ping()
    // The account's folder keeps its name when the person is renamed.
    const username = person.originalUsername ?? person.username
    const { server } = this
    if (server === null) throw new Error('The shop was removed in the meantime')
    const { vault, root } = this.#deps
    await vault.store(accountFolder(root, this.url, username), token)
    this.#storeUser(username)
    await this.#open(username, token)
  }

  /**
   * Drops a credential that the server rejected, and deletes the cached data. Drafts stay open and are sent after the next login.
   */
  invalidate(token: string): void {
    if (this.#token !== token) return
    this.#token = null
    this.#clearAccess()
    if (this.#account !== null) this.#deps.vault.delete(this.#account.folder)
  }

  /** Whether the person may see orders. Asks the server if that is unknown. @throws if that fails */
  async canSeeOrders(): Promise<boolean> {
    const account = this.#account
    if (this.#person === null && account !== null) {
      const person = await account.api.auth.ping()
      if (account === this.#account) this.updateSession(person)
    }
    return this.#person !== null && canSeeOrders(this.#person)
  }

  /**
   * Stores what the server said about the person. Deletes the cached data if their access has changed, or if
   * their previous access is unknown and they may not see orders.
   */
  updateSession(person: Session): void {
    const { responseCache } = this.#account ?? {}
    const previous = this.#person ?? (responseCache === undefined ? null : cachedPerson(responseCache))
    this.#person = person
    if (previous === null ? !canSeeOrders(person) : !isSameAccess(previous, person)) responseCache?.clear()
  }

  /**
   * Reads the person's access again after the server rejected a call as forbidden. Deletes the cached data if it has changed, or if
   * it cannot be read.
   */
  async checkRole(): Promise<void> {
    const account = this.#account
    const person = await account?.api.auth.ping().catch(() => undefined)
    if (account !== this.#account) return
    if (person === undefined) this.#clearAccess()
    else this.updateSession(person)
  }

  #clearAccess(): void {
    this.#person = null
    this.#account?.responseCache.clear()
  }

  /** Logs out, closes the account and deletes its cached data. */
  async logout(): Promise<void> {
    const folder = this.#account?.folder ?? null
    if (folder !== null) this.#deps.vault.delete(folder)
    await this.close()
    if (folder !== null) deleteResponseCache(folder)
    this.#storeUser(null)
  }

  async close(): Promise<void> {
    const account = this.#account
    this.#account = null
    this.#token = null
    this.#person = null
    await account?.close()
  }

  async #open(username: string, token?: string): Promise<void> {
    const { root, vault } = this.#deps
    const isOpen = this.#account?.username === username
    if (!isOpen) await this.close()
    this.#person = null
    this.#token = token ?? (await vault.read(accountFolder(root, this.url, username)))
    if (isOpen) {
      // Drafts and downloads wait for the new login.
      void this.#account?.drafts.sync()
      this.#account?.downloads.resumeAll()
    } else this.#account = this.#openAccount(username)
    this.#deps.onOpen(this)
  }

  /** Opens an account, syncs its drafts and resumes its downloads. */
  #openAccount(username: string): Account {
    const { url } = this
    const { root, onDraftStatus, onDownloads } = this.#deps
    const token = () => (this.#account?.username === username ? this.#token : null)
    const folder = accountFolder(root, url, username)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const client = createClient({ baseUrl: url, fetch: apiFetch, token })
    const drafts = openDrafts({ file: path.join(folder, 'drafts.sqlite'), client })
    const unwatch = drafts.watch((status) => onDraftStatus(url, status))
    const downloads = createDownloads({
      store: openDownloadStore(path.join(folder, 'downloads.sqlite')),
      fetch: fileFetch,
      headers: async (): Promise<Record<string, string>> => {
        const credential = token()
        return credential === null ? {} : { authorization: `Bearer ${credential}` }
      },
      onChange: (list) => onDownloads(url, list),
    })
    const responseCache = openResponseCache(responseCacheFile(folder))
    void drafts.sync()
    downloads.resumeAll()
    return {
      serverUrl: url,
      username,
      folder,
      api: createApi(client),
      drafts,
      downloads,
      responseCache,
      async close() {
        unwatch()
        drafts.close()
        responseCache.close()
        await downloads.close()
      },
    }
  }

  #storeUser(username: string | null): void {
    const { settings } = this.#deps
    const { servers } = settings.get()
    settings.change({
      servers: servers.map((server) => (server.url === this.url ? { ...server, username } : server)),
    })
  }
}

/** Returns the folder of one user of one server. */
export function accountFolder(root: string, serverUrl: string, username: string): string {
  const digest = createHash('sha256').update(`${serverUrl}\n${username}`).digest('hex')
  return path.join(root, 'accounts', digest.slice(0, 32))
}

/** Returns the person of the cached response of `ping`; null if there is none. */
function cachedPerson(responseCache: ResponseCache): Session | null {
  const cached = responseCache.read(authEndpoints.ping.path)
  return cached === null ? null : v.parse(Session, JSON.parse(cached.body))
}

function canSeeOrders({ role, needsSecondFactor }: Session): boolean {
  return !needsSecondFactor && isAllowed(role, 'orders')
}
