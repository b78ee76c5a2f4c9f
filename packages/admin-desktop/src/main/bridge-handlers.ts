import type { DraftStatus } from '@priormark/core/drafts/draft-desk'
import { app, clipboard, shell } from 'electron'
import type { ConnectAnswer, Standing } from '../shared/bridge.ts'
import type { Account } from './account.ts'
import type { DeskSession } from './desk-session.ts'
import { handle } from './ipc.ts'
import { saveFile } from './save-file.ts'
import { AddressError } from './server-connect.ts'
import type { SettingsStore } from './settings-store.ts'
import type { TokenVault } from './token-vault.ts'
import { openOutside } from './window-lock.ts'

/** What drafts are where nobody has logged in yet. */
const noDrafts: DraftStatus = {
  connection: 'unauthenticated',
  waiting: 0,
  conflicts: 0,
  blocked: 0,
  syncedAt: null,
}

export interface HandlerParts {
  session: DeskSession
  settings: SettingsStore
  vault: TokenVault
}

/** Answers everything that pages may ask. */
export function registerHandlers({ session, settings, vault }: HandlerParts): void {
  const account = (): Account => {
    if (session.account === null) throw new Error('Log in first')
    return session.account
  }

  handle('standing', async (): Promise<Standing> => ({
    version: app.getVersion(),
    server: session.server,
    servers: settings.get().servers,
    keepsLogin: await vault.isLasting(),
  }))
  handle('connect', async (address): Promise<ConnectAnswer> => {
    try {
      return { outcome: 'connected', server: await session.connect(address) }
    } catch (error) {
      if (error instanceof AddressError) return { outcome: 'refused', sentence: error.message }
      throw error
    }
  })
  handle('forgetServer', (url) => session.forget(url))
  handle('openExternal', async (url) => void (await openOutside(url, session.server?.url ?? null)))
  handle('copyText', (text) => clipboard.writeText(text))
  handle('download', (path, fileName) => saveFile(account(), path, fileName))

  handle('draftList', (query) => session.account?.drafts.list(query) ?? [])
  handle('draftRead', (id) => session.account?.drafts.read(id) ?? null)
  handle('draftSave', (input) => account().drafts.save(input))
  handle('draftRemove', (id) => account().drafts.remove(id))
  handle('draftResolve', (input) => account().drafts.resolve(input))
  handle('draftBin', () => session.account?.drafts.bin() ?? [])
  handle('draftTakeBack', (entryId) => account().drafts.takeBack(entryId))
  handle('draftAddImage', (image) => account().drafts.addImage(image))
  handle('draftSync', () => session.account?.drafts.sync() ?? noDrafts)
  handle('draftStatus', () => (session.account === null ? noDrafts : statusOf(session.account)))

  handle('downloadList', () => session.account?.downloads.list() ?? [])
  handle('downloadPause', (id) => account().downloads.pause(id))
  handle('downloadResume', (id) => account().downloads.resume(id))
  handle('downloadRemove', (id) => account().downloads.remove(id))
  handle('downloadReveal', (id) => {
    const file = account().downloads.pathOf(id)
    if (file !== null) shell.showItemInFolder(file)
  })
}

/** The state of the moment: watching tells it at once. */
function statusOf({ drafts }: Account): DraftStatus {
  let status = noDrafts
  drafts.watch((told) => {
    status = told
  })()
  return status
}
