import { app, session, shell } from 'electron'
import { consoleOrigin } from '../shared/bridge.ts'
import { isConsoleAddress } from './ipc.ts'

const grantedPermissions = new Set(['clipboard-sanitized-write'])

/**
 * Shuts every way out of the console's own pages: no navigation, window, webview, permission or download of the page's.
 * @param serverUrl the connected server's address, whose pages a person may look at in the browser
 */
export function lockWindows({ serverUrl }: { serverUrl: () => string | null }): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event, url) => {
      if (!isConsoleAddress(url)) event.preventDefault()
    })
    contents.on('will-redirect', (event, url) => {
      if (!isConsoleAddress(url)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      void openOutside(url, serverUrl())
      return { action: 'deny' }
    })
  })
  const { defaultSession } = session
  defaultSession.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(grantedPermissions.has(permission)),
  )
  defaultSession.setPermissionCheckHandler((_contents, permission) => grantedPermissions.has(permission))
  // Files come by the downloads list, which checks them.
  defaultSession.on('will-download', (event) => event.preventDefault())
}

/** Opens an address in the system's browser or mail program, if it is one that may leave. @returns whether it did */
export async function openOutside(address: string, serverUrl: string | null): Promise<boolean> {
  const leaving = outsideAddress(address, serverUrl)
  if (leaving === null) return false
  // A machine without a browser or a mail program opens nothing.
  return shell.openExternal(leaving).then(
    () => true,
    () => false,
  )
}

/** The address that may leave: https and mailto, and pages of the connected server; null for anything else. */
function outsideAddress(address: string, serverUrl: string | null): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, host, pathname, search, hash, origin, username, password, href, searchParams } = new URL(
    address,
  )
  // A link of the admin to a page of the site: here that is a page of the server.
  if (`${protocol}//${host}` === consoleOrigin && serverUrl !== null)
    return serverUrl + pathname + search + hash
  if (username !== '' || password !== '') return null
  if (protocol === 'mailto:') return hasAttachment(searchParams) ? null : href
  if (protocol === 'https:') return href
  return serverUrl !== null && origin === serverUrl ? href : null
}

/** Some mail programs attach files of this machine that a link names. */
function hasAttachment(fields: URLSearchParams): boolean {
  return Array.from(fields.keys()).some((name) => /^attach/i.test(name))
}
