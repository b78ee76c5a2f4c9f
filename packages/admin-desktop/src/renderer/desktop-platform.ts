import type { Platform } from '@priormark/core/platform'
import type { DesktopBridge } from '../shared/bridge.ts'

/** The admin's machine on the desktop: calls go to app://admin, where main adds the credential that no page ever holds. */
export function desktopPlatform(bridge: DesktopBridge, serverUrl: string): Platform {
  return {
    baseUrl: '',
    publicUrl: serverUrl,
    // Main takes the credential out of the login's answer, and forgets it at the logout and when the server refuses it.
    credential: { get: () => null, outOfReach: true, set: () => {}, clear: () => {} },
    download: async (path, fileName) => void (await bridge.download(path, fileName)),
    openExternal: (url) => void bridge.openExternal(url),
    copyText: (text) => bridge.copyText(text),
    drafts: bridge.drafts,
    downloads: bridge.downloads,
  }
}
