import { state } from './state.mjs'

/** Handlers by scheme. Chromium sees `app://admin/x` as `https://admin.app.standin/x`, a host that does not exist. */
export const handlers = new Map()

export function toWeb(url) {
  const parts = /^([a-z][\w+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url)
  if (parts === null || !handlers.has(parts[1])) return url
  return `https://${parts[2]}.${parts[1]}.standin${parts[3] || '/'}`
}

export function fromWeb(url) {
  return url.replace(
    /^https:\/\/([^/?#]*)\.([a-z][\w+.-]*)\.standin(?=[/?#]|$)/i,
    (_, host, scheme) => `${scheme}://${host}`,
  )
}

export const protocol = {
  registerSchemesAsPrivileged() {
    if (state.isReady)
      throw new Error('protocol.registerSchemesAsPrivileged must be called before the app is ready')
  },
  handle(scheme, handler) {
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    handlers.set(scheme, handler)
  },
  unhandle: (scheme) => void handlers.delete(scheme),
  isProtocolHandled: (scheme) => handlers.has(scheme),
}
