import type { PageCommand, Platform, ServerConnection } from '@priormark/core/admin-platform'
import type { Fetch } from '@priormark/core/platform/http/client'
import {
  copyAtHeader,
  createServerWatch,
  probeServer,
  noCopy,
  type ServerWatch,
} from '@priormark/core/platform/http/server-watch'
import type { AppState, DesktopBridge, SavedServer } from '../shared/bridge.ts'

/**
 * The admin's platform on the desktop: calls go to app://admin, where main adds the credential.
 * @param onFind opens the find bar: for “Find in page”, and for “Find” on a screen that has no search
 */
export function desktopPlatform(
  bridge: DesktopBridge,
  { server, hasLogin }: { server: SavedServer; hasLogin: AppState['hasLogin'] },
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
      get isInaccessible() {
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
          if (command === 'find-bar' || (!run(command) && command === 'search')) onFind()
        }),
    },
  }
}

/** The connection of a page of the app. Main stores the responses, and marks those that it returns without the server. */
function createDesktopConnection(send: Fetch): ServerConnection & Pick<ServerWatch, 'probeNow'> {
  const server = createServerWatch(async () => {
    const response = await probeServer(send)
    return response.headers.get(copyAtHeader) === null
  })
  return {
    async fetch(url, init) {
      const noteReached = server.begin()
      const response = await send(url, init)
      const copyAt = response.headers.get(copyAtHeader)
      if (copyAt === null) noteReached()
      else server.noteLost(url, copyAt === noCopy ? null : copyAt)
      if (copyAt === noCopy) throw new Error('The server can’t be reached')
      return response
    },
    watch: server.watch,
    copyAt: server.copyAt,
    probeNow: server.probeNow,
  }
}
