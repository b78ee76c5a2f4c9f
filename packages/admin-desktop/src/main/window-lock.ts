import { app, session, shell } from 'electron'
import { appOrigin } from '../shared/bridge.ts'
import { isAppAddress } from './ipc.ts'

const grantedPermissions = new Set(['clipboard-sanitized-write'])

/**
 * Prevents the app's pages from navigating, opening windows or webviews, getting permissions, and downloading.
 * @param serverUrl the connected server's address, whose pages may be opened in the browser
 */
export function lockWindows({ serverUrl }: { serverUrl: () => string | null }): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event, url) => {
      if (!isAppAddress(url)) event.preventDefault()
    })
    contents.on('will-redirect', (event, url) => {
      if (!isAppAddress(url)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      void openOutside(url, serverUrl())
      return { action: 'deny' }
    })
  })
  const { defaultSession } = session
  defaultSession.setPermissionRequestHandler((_contents, permission, decide) =>
    decide(grantedPermissions.has(permission)),
  )
  defaultSession.setPermissionCheckHandler((_contents, permission) => grantedPermissions.has(permission))
  // The download manager fetches and checks files instead.
  defaultSession.on('will-download', (event) => event.preventDefault())
}

/** Opens an allowed address in the system's browser or email program. @returns whether it did */
export async function openOutside(address: string, serverUrl: string | null): Promise<boolean> {
  const leaving = outsideAddress(address, serverUrl)
  if (leaving === null) return false
  // The system may have no browser or email program.
  return shell.openExternal(leaving).then(
    () => true,
    () => false,
  )
}

/** Returns the address if it may be opened outside: https, mailto, and pages of the connected server; else null. */
function outsideAddress(address: string, serverUrl: string | null): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, host, pathname, search, hash, origin, username, password, href, searchParams } = new URL(
    address,
  )
  // A link from the admin to the public site becomes a link to the server.
  if (`${protocol}//${host}` === appOrigin && serverUrl !== null) return serverUrl + pathname + search + hash
  if (username !== '' || password !== '') return null
  if (protocol === 'mailto:') return hasAttachment(searchParams) ? null : href
  if (protocol === 'https:') return href
  return serverUrl !== null && origin === serverUrl ? href : null
}

/** Whether a mailto: link names a local file, which some email programs would attach. */
function hasAttachment(fields: URLSearchParams): boolean {
  return Array.from(fields.keys()).some((name) => /^attach/i.test(name))
}
