import type { PageCommand, Platform } from '@priormark/core/admin-platform'
import { createDesktopConnection } from './desktop-connection.ts'
import type { AppState, DesktopBridge, KnownServer } from '../shared/bridge.ts'

/**
 * The admin's platform on the desktop: calls go to app://admin, where main adds the credential.
 * @param onFind the person searches in the page, on a screen without a search of its own, or on purpose
 */
export function desktopPlatform(
  bridge: DesktopBridge,
  { server, hasLogin }: { server: KnownServer; hasLogin: AppState['hasLogin'] },
  onFind: () => void,
): Platform {
  let isLoggedIn = hasLogin
  const connection = createDesktopConnection(fetch.bind(globalThis))
  addEventListener('online', () => connection.probeNow())
  return {
    baseUrl: '',
    connection,
    publicUrl: server.url,
    shopName: `${server.name} (${new URL(server.url).host})`,
    // Main manages the credential: it is in no response to a page.
    credential: {
      get: () => null,
      get outOfReach() {
        return isLoggedIn
      },
      set: () => {
        isLoggedIn = true
      },
      clear: () => {
        isLoggedIn = false
      },
    },
    download: async (path, fileName) => void (await bridge.download(path, fileName)),
    openFile: async (path, fileName) => void (await bridge.download(path, fileName)),
    openExternal: (url) => void bridge.openExternal(url),
    openExternalLater: async (address) => {
      await bridge.openExternal(await address)
      return true
    },
    copyText: (text) => bridge.copyText(text),
    drafts: bridge.drafts,
    downloads: bridge.downloads,
    menu: {
      showScreens: (screens) => void bridge.setScreens(screens),
      watch: (run: (command: PageCommand) => boolean) =>
        bridge.watchMenu((command) => {
          if (command === 'find' || (!run(command) && command === 'search')) onFind()
        }),
    },
  }
}
