import { createApi } from '@priormark/core/api'
import type { DownloadView } from '@priormark/core/downloads/download-manager'
import type { DraftStatus } from '@priormark/core/drafts/draft-service'
import { createClient } from '@priormark/core/http/client'
import type { KnownServer } from '../shared/bridge.ts'
import { accountFolder, openAccount, type Account } from './account.ts'
import { aboutFetch, apiFetch, redirectOf } from './net-fetch.ts'
import { askAbout, serverAddress } from './server-connect.ts'
import { deleteResponseCache } from './response-cache.ts'
import type { SettingsStore } from './settings-store.ts'
import type { TokenVault } from './token-vault.ts'

interface SessionParts {
  root: string
  settings: SettingsStore
  vault: TokenVault
  onDraftStatus: (status: DraftStatus) => void
  onDownloads: (downloads: DownloadView[]) => void
}

/** The connected server, the logged-in user and their credential, which no page ever sees. */
export class AppSession {
  #parts: SessionParts
  #account: Account | null = null
  #token: string | null = null

  constructor(parts: SessionParts) {
    this.#parts = parts
  }

  get server(): KnownServer | null {
    const { servers, current } = this.#parts.settings.get()
    return servers.find(({ url }) => url === current) ?? null
  }
  get account(): Account | null {
    return this.#account
  }
  /** The credential for the connected server only: it is never sent to another server. */
  get token(): string | null {
    return this.#account?.serverUrl === this.server?.url ? this.#token : null
  }

  /** Opens the account of the last login, so that it can be read before the server responds. */
  async resume(): Promise<void> {
    const { server } = this
    if (server !== null && server.username !== null) await this.#open(server.url, server.username)
  }

  /** Connects to a server after checking that it is Priormark. @throws AddressError */
  async connect(typed: string): Promise<KnownServer> {
    const url = serverAddress(typed)
    const { settings } = this.#parts
    const known = settings.get().servers.find((server) => server.url === url)
    const { name } = await askAbout(url, { fetch: aboutFetch, redirectOf })
    const server: KnownServer = { url, name, username: known?.username ?? null }
    await this.#leave()
    this.#remember(server)
    settings.change({ current: url })
    await this.resume()
    return server
  }

  /** Removes a server from the list. Unsent drafts stay on the disk and are available when it is connected again. */
  async removeServer(url: string): Promise<void> {
    const { settings, vault, root } = this.#parts
    const known = settings.get().servers.find((server) => server.url === url)
    if (known === undefined) return
    if (known.url === this.server?.url) await this.#leave()
    if (known.username !== null) {
      const folder = accountFolder(root, url, known.username)
      vault.delete(folder)
      deleteResponseCache(folder)
    }
    const { servers, current } = settings.get()
    settings.change({
      servers: servers.filter((server) => server.url !== url),
      current: current === url ? null : current,
    })
  }

  /** Stores the credential of a successful login and opens its account. */
  async login(token: string): Promise<void> {
    const { server } = this
    if (server === null) throw new Error('No server is connected')
    const api = createApi(createClient({ baseUrl: server.url, fetch: apiFetch, token: () => token }))
    const { username } = await api.auth.ping()
    if (this.server?.url !== server.url) throw new Error('A different server was connected meanwhile')
    const { vault, root } = this.#parts
    await vault.keep(accountFolder(root, server.url, username), token)
    this.#remember({ ...server, username })
    await this.#open(server.url, username, token)
  }

  /** Drops a credential that the server rejected. Drafts stay open and are sent after the next login. */
  invalidate(token: string): void {
    if (this.#token !== token) return
    this.#token = null
    if (this.#account !== null) this.#parts.vault.delete(this.#account.folder)
  }

  /** Logs out, closes the account and deletes its cached data. */
  async logout(): Promise<void> {
    const { server } = this
    const folder = this.#account?.folder ?? null
    if (folder !== null) this.#parts.vault.delete(folder)
    await this.#leave()
    if (folder !== null) deleteResponseCache(folder)
    if (server !== null) this.#remember({ ...server, username: null })
  }

  async close(): Promise<void> {
    await this.#leave()
  }

  async #open(serverUrl: string, username: string, token?: string): Promise<void> {
    const { root, vault, onDraftStatus, onDownloads } = this.#parts
    const isOpen = this.#account?.serverUrl === serverUrl && this.#account.username === username
    if (!isOpen) await this.#leave()
    this.#token = token ?? (await vault.read(accountFolder(root, serverUrl, username)))
    if (isOpen) {
      // Drafts and downloads were waiting for the new login.
      void this.#account?.drafts.sync()
      this.#account?.downloads.resumeAll()
      return
    }
    this.#account = openAccount({
      root,
      serverUrl,
      username,
      token: () =>
        this.#account?.serverUrl === serverUrl && this.#account.username === username ? this.#token : null,
      onDraftStatus,
      onDownloads,
    })
  }

  async #leave(): Promise<void> {
    const account = this.#account
    this.#account = null
    this.#token = null
    await account?.close()
  }

  #remember(server: KnownServer): void {
    const { servers } = this.#parts.settings.get()
    this.#parts.settings.change({
      servers: [server, ...servers.filter(({ url }) => url !== server.url)],
    })
  }
}
