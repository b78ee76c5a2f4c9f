import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { createApi, type Api } from '@priormark/core/api'
import type { DownloadView } from '@priormark/core/platform/downloads/download-manager'
import type { DraftStatus } from '@priormark/core/blog/drafts/draft-service'
import { createClient } from '@priormark/core/platform/http/client'
import { maxFileNameBytes, portableName } from '@priormark/core/platform/downloads/portable-name'
import { endpointPath } from '@priormark/core/platform/http/endpoint'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import { app, BrowserWindow, dialog } from 'electron'
import { openDownloadStore } from '../platform/downloads/download-store.ts'
import { createDownloads, type Downloads } from '../platform/downloads/downloads.ts'
import { openDrafts, type Drafts } from '../blog/draft-store.ts'
import { apiFetch, fileFetch } from '../platform/net-fetch.ts'
import { openResponseCache, responseCacheFile, type ResponseCache } from '../platform/response-cache.ts'
import { partEnding } from '../platform/downloads/transfer.ts'

/** The open data of one user of one server. */
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

interface AccountDeps {
  root: string
  serverUrl: string
  username: string
  /** The current credential; null if logged out. */
  token: () => string | null
  onDraftStatus: (status: DraftStatus) => void
  onDownloads: (downloads: DownloadView[]) => void
}

/** Returns the folder of one user of one server. */
export function accountFolder(root: string, serverUrl: string, username: string): string {
  const digest = createHash('sha256').update(`${serverUrl}\n${username}`).digest('hex')
  return path.join(root, 'accounts', digest.slice(0, 32))
}

/** Opens an account, syncs its drafts and resumes its downloads. */
export function openAccount(deps: AccountDeps): Account {
  const { root, serverUrl, username, token } = deps
  const folder = accountFolder(root, serverUrl, username)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const client = createClient({ baseUrl: serverUrl, fetch: apiFetch, token })
  const drafts = openDrafts({ file: path.join(folder, 'drafts.sqlite'), client })
  const unwatch = drafts.watch(deps.onDraftStatus)
  const downloads = createDownloads({
    store: openDownloadStore(path.join(folder, 'downloads.sqlite')),
    fetch: fileFetch,
    headers: async (): Promise<Record<string, string>> => {
      const bearer = token()
      return bearer === null ? {} : { authorization: `Bearer ${bearer}` }
    },
    onChange: deps.onDownloads,
  })
  const responseCache = openResponseCache(responseCacheFile(folder))
  void drafts.sync()
  downloads.resumeAll()
  return {
    serverUrl,
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

/** Asks where to save a file of the API and starts its download. A customer's file is checked against its order. */
export async function saveFile(account: Account, apiPath: string, fileName: string): Promise<boolean> {
  const { origin, pathname, search } = new URL(apiPath, account.serverUrl)
  if (origin !== account.serverUrl || !pathname.startsWith('/api/')) {
    throw new Error('Only files from the server can be saved')
  }
  const expectedSha256 = await orderedSha256(account, pathname)
  const defaultPath = path.join(app.getPath('downloads'), safeFileName(fileName))
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  const { canceled, filePath } = await (window === undefined
    ? dialog.showSaveDialog({ defaultPath })
    : dialog.showSaveDialog(window, { defaultPath }))
  if (canceled || filePath === '') return false
  account.downloads.start({
    url: account.serverUrl + pathname + search,
    fileName: path.basename(filePath),
    filePath,
    expectedSha256,
  })
  return true
}

/** Returns a name for a file on this machine, without a path. It leaves room for the `.part` of an unfinished download. */
export function safeFileName(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? ''
  return portableName(last, { fallback: 'download', maxBytes: maxFileNameBytes - partEnding.length })
}

/** Returns the fingerprint in the order; null for a file that does not belong to an order. */
async function orderedSha256({ api }: Account, pathname: string): Promise<string | null> {
  const id = /^\/api\/admin\/orders\/([0-9a-f-]{36})\/file$/.exec(pathname)?.[1]
  if (id === undefined || pathname !== endpointPath(orderEndpoints.file, { params: { id } })) return null
  return (await api.orders.read({ params: { id } })).fileSha256
}
