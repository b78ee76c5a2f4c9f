import type { Platform } from '@priormark/core/platform'
import type { DesktopBridge } from '../shared/bridge.ts'

/** The admin's platform on the desktop: calls go to app://admin, where main adds the credential. */
export function desktopPlatform(bridge: DesktopBridge, serverUrl: string): Platform {
  return {
    baseUrl: '',
    publicUrl: serverUrl,
    // Main manages the credential: it is in no response to a page.
    credential: { get: () => null, outOfReach: true, set: () => {}, clear: () => {} },
    download: async (path, fileName) => void (await bridge.download(path, fileName)),
    openFile: async (path, fileName) => void (await bridge.download(path, fileName)),
    openExternal: (url) => void bridge.openExternal(url),
    copyText: (text) => bridge.copyText(text),
    drafts: bridge.drafts,
    downloads: bridge.downloads,
  }
}
