import type { DraftStatus } from '@priormark/core/drafts/draft-service'
import { app, clipboard, shell } from 'electron'
import type { BridgeCalls } from '../shared/bridge.ts'
import type { Account } from './account.ts'
import type { AppSession } from './app-session.ts'
import { serve } from './ipc.ts'
import { saveFile } from './save-file.ts'
import { AddressError } from './server-connect.ts'
import type { SettingsStore } from './settings-store.ts'
import type { TokenVault } from './token-vault.ts'
import { openOutside } from './window-lock.ts'

const loggedOutStatus: DraftStatus = {
  connection: 'unauthenticated',
  waiting: 0,
  conflicts: 0,
  blocked: 0,
  syncedAt: null,
}

/** The drafts' calls that work without a login. */
const loggedOutDrafts: Partial<BridgeCalls['drafts']> = {
  list: async () => [],
  read: async () => null,
  unsaved: async () => [],
  discarded: async () => [],
  sync: async () => loggedOutStatus,
  status: async () => loggedOutStatus,
}

interface HandlerParts {
  session: AppSession
  settings: SettingsStore
  vault: TokenVault
}

/** Implements every call that pages may make. */
export function registerHandlers({ session, settings, vault }: HandlerParts): void {
  serve('app', () => ({
    state: async () => ({
      version: app.getVersion(),
      server: session.server,
      servers: settings.get().servers,
      remembersLogin: await vault.isPersistent(),
    }),
    async connect(address) {
      try {
        return { outcome: 'connected', server: await session.connect(address) }
      } catch (error) {
        if (error instanceof AddressError) return { outcome: 'refused', sentence: error.message }
        throw error
      }
    },
    removeServer: (url) => session.removeServer(url),
    async download(path, fileName) {
      if (session.account === null) throw new Error('Log in first')
      return saveFile(session.account, path, fileName)
    },
    openExternal: async (url) => void (await openOutside(url, session.server?.url ?? null)),
    copyText: async (text) => clipboard.writeText(text),
  }))

  serve('drafts', () => session.account?.drafts ?? null, loggedOutDrafts)

  serve('downloads', () => session.account && downloadCalls(session.account), { list: async () => [] })
}

function downloadCalls({ downloads }: Account): BridgeCalls['downloads'] {
  return {
    list: async () => downloads.list(),
    pause: async (id) => downloads.pause(id),
    resume: async (id) => downloads.resume(id),
    remove: async (id) => downloads.remove(id),
    async reveal(id) {
      const file = downloads.pathOf(id)
      if (file !== null) shell.showItemInFolder(file)
    },
  }
}
