import { app, shell, type Session, type WebContents } from 'electron'
import { appOrigin } from '../../shared/bridge.ts'

const grantedPermissions = new Set(['clipboard-sanitized-write'])

/**
 * Prevents the app's pages from leaving the app, and from opening windows or webviews.
 * @param serverUrl returns the address of a page's shop, whose pages may be opened in the browser
 */
export function restrictWindows(serverUrl: (contents: WebContents) => string | null): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event, url) => {
      if (!isAppAddress(url)) event.preventDefault()
    })
    contents.on('will-redirect', (event, url) => {
      if (!isAppAddress(url)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      void openOutside(url, serverUrl(contents))
      return { action: 'deny' }
    })
  })
}

/** Prevents the pages of a browser session from getting any permission except writing to the clipboard, and from downloading. */
export function restrictSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, respond) =>
    respond(grantedPermissions.has(permission)),
  )
  session.setPermissionCheckHandler((_contents, permission) => grantedPermissions.has(permission))
  // The download manager fetches and checks files instead.
  session.on('will-download', (event) => event.preventDefault())
}

/** Opens an allowed address in the system's browser or email program. @returns whether it was opened */
export async function openOutside(address: string, serverUrl: string | null): Promise<boolean> {
  const url = outsideAddress(address, serverUrl)
  if (url === null) return false
  // The system may have no browser or email program.
  return shell.openExternal(url).then(
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
  // A link from the admin to the public site opens at the shop's own address.
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

/** Whether an address is one of the app's own pages, and not a server path (/api, /media) under the same origin. */
export function isAppAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, pathname } = new URL(address)
  return (
    `${protocol}//${host}` === appOrigin &&
    (pathname === '/connect' || pathname === '/admin' || pathname.startsWith('/admin/'))
  )
}
