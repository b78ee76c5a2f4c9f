import { state } from './state.mjs'

/** The schemes of the app. Chromium sees `app://admin/x` as `https://admin.app.standin/x`, a host that does not exist. */
const schemes = new Set()

export function toWeb(url) {
  const parts = /^([a-z][\w+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url)
  if (parts === null || !schemes.has(parts[1])) return url
  return `https://${parts[2]}.${parts[1]}.standin${parts[3] || '/'}`
}

export function fromWeb(url) {
  return url.replace(
    /^https:\/\/([^/?#]*)\.([a-z][\w+.-]*)\.standin(?=[/?#]|$)/i,
    (_, host, scheme) => `${scheme}://${host}`,
  )
}

/** The protocol of one session: its windows are served by its own handlers. */
export class Protocol {
  handlers = new Map()

  registerSchemesAsPrivileged(registered) {
    if (state.isReady)
      throw new Error('protocol.registerSchemesAsPrivileged must be called before the app is ready')
    for (const { scheme } of registered) schemes.add(scheme)
  }
  handle(scheme, handler) {
    if (this.handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    this.handlers.set(scheme, handler)
  }
  unhandle(scheme) {
    this.handlers.delete(scheme)
  }
  isProtocolHandled(scheme) {
    return this.handlers.has(scheme)
  }
}
