import type { Fetch } from '@priormark/core/platform/http/client'
import {
  copyAtHeader,
  createServerWatch,
  probeServer,
  withoutCopy,
  type ServerWatch,
} from '@priormark/core/platform/http/server-watch'
import type { ServerConnection } from '@priormark/core/admin-platform'

/** The connection of a page of the app. Main stores the responses, and marks those that it returns without the server. */
export function createDesktopConnection(send: Fetch): ServerConnection & Pick<ServerWatch, 'probeNow'> {
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
      else server.noteLost(url, copyAt === withoutCopy ? null : copyAt)
      if (copyAt === withoutCopy) throw new Error('The server can’t be reached')
      return response
    },
    watch: server.watch,
    copyAt: server.copyAt,
    probeNow: server.probeNow,
  }
}
