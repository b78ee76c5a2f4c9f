import type { DraftStatus } from '@priormark/core/drafts/draft-service'
import { app, clipboard, shell } from 'electron'
import type { BridgeCalls } from '../shared/bridge.ts'
import type { DeskSession } from './desk-session.ts'
import { serve } from './ipc.ts'
import { saveFile } from './save-file.ts'
import { AddressError } from './server-connect.ts'
import type { SettingsStore } from './settings-store.ts'
import type { TokenVault } from './token-vault.ts'
import { openOutside } from './window-lock.ts'

const logInFirst = () => Promise.reject(new Error('Log in first'))

const loggedOutStatus: DraftStatus = {
  connection: 'unauthenticated',
  waiting: 0,
  conflicts: 0,
  blocked: 0,
  syncedAt: null,
}

/** The drafts of nobody. */
const loggedOutDrafts: BridgeCalls['drafts'] = {
  list: async () => [],
  read: async () => null,
  save: logInFirst,
  remove: logInFirst,
  keepUnsaved: logInFirst,
  dropUnsaved: logInFirst,
  unsaved: async () => [],
  bin: async () => [],
  takeBack: logInFirst,
  addImage: logInFirst,
  sync: async () => loggedOutStatus,
  status: async () => loggedOutStatus,
}

export interface HandlerParts {
  session: DeskSession
  settings: SettingsStore
  vault: TokenVault
}

/** Implements every call that pages may make. */
export function registerHandlers({ session, settings, vault }: HandlerParts): void {
  const account = () => session.account ?? logInFirst()

  serve('console', () => ({
    standing: async () => ({
      version: app.getVersion(),
      server: session.server,
      servers: settings.get().servers,
      keepsLogin: await vault.isLasting(),
    }),
    async connect(address) {
      try {
        return { outcome: 'connected', server: await session.connect(address) }
      } catch (error) {
        if (error instanceof AddressError) return { outcome: 'refused', sentence: error.message }
        throw error
      }
    },
    forgetServer: (url) => session.forget(url),
    download: async (path, fileName) => saveFile(await account(), path, fileName),
    openExternal: async (url) => void (await openOutside(url, session.server?.url ?? null)),
    copyText: async (text) => clipboard.writeText(text),
  }))

  serve('drafts', () => session.account?.drafts ?? loggedOutDrafts)

  serve('downloads', () => ({
    list: async () => session.account?.downloads.list() ?? [],
    pause: async (id) => (await account()).downloads.pause(id),
    resume: async (id) => (await account()).downloads.resume(id),
    remove: async (id) => (await account()).downloads.remove(id),
    async reveal(id) {
      const file = (await account()).downloads.pathOf(id)
      if (file !== null) shell.showItemInFolder(file)
    },
  }))
}
