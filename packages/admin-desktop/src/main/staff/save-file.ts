import path from 'node:path'
import { maxFileNameBytes, portableName } from '@priormark/core/platform/downloads/portable-name'
import { endpointPath } from '@priormark/core/platform/http/endpoint'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import { app, BrowserWindow, dialog } from 'electron'
import type { Account } from './account.ts'
import { partEnding } from '../platform/downloads/transfer.ts'

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
