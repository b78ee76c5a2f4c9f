import type { RequestListener } from 'node:http'
import { startLocalServer } from '@priormark/core/testing/local-server'
import { afterEach } from 'vitest'
import type { CheckResult } from '@priormark/core/platform/check-result'
import { stablePort } from '../../../testing/stable-port.ts'

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

/** Starts a local server that runs until the test ends. */
export async function startServer(handle: RequestListener, host = '127.0.0.1'): Promise<string> {
  const { url, close } = await startLocalServer(handle, host)
  opened.push(close)
  return url
}

/** Redirects every request to the same path at another address. */
export const startRedirect = (other: string) =>
  startServer((request, response) =>
    response.writeHead(302, { location: `${other}${request.url ?? ''}` }).end(),
  )

/** Returns an address where nothing listens. */
export const unusedAddress = async () => `http://127.0.0.1:${await stablePort()}`

export const said = (results: readonly CheckResult[]) =>
  results.map(({ level, message }) => `${level}: ${message}`).join('\n')
