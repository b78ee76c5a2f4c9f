import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { createApi, type Api } from '@priormark/core/api'
import type { DownloadView } from '@priormark/core/platform/downloads/download-manager'
import type { DraftStatus } from '@priormark/core/blog/drafts/draft-service'
import { createClient } from '@priormark/core/platform/http/client'
import { openDownloadStore } from '../platform/downloads/download-store.ts'
import { createDownloads, type Downloads } from '../platform/downloads/downloads.ts'
import { openDrafts, type Drafts } from '../blog/open-drafts.ts'
import { apiFetch, fileFetch } from '../platform/net-fetch.ts'
import { openResponseCache, responseCacheFile, type ResponseCache } from '../platform/response-cache.ts'

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

interface AccountParts {
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
export function openAccount(parts: AccountParts): Account {
  const { root, serverUrl, username, token } = parts
  const folder = accountFolder(root, serverUrl, username)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const client = createClient({ baseUrl: serverUrl, fetch: apiFetch, token })
  const drafts = openDrafts({ file: path.join(folder, 'drafts.sqlite'), client })
  const unwatch = drafts.watch(parts.onDraftStatus)
  const downloads = createDownloads({
    store: openDownloadStore(path.join(folder, 'downloads.sqlite')),
    fetch: fileFetch,
    headers: async (): Promise<Record<string, string>> => {
      const bearer = token()
      return bearer === null ? {} : { authorization: `Bearer ${bearer}` }
    },
    onChange: parts.onDownloads,
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
