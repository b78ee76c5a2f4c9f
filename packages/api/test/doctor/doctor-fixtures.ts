import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { afterEach } from 'vitest'
import type { CheckResult } from '../../src/doctor/check-result.ts'
import { stablePort } from '../../testing/stable-port.ts'

const opened: (() => void)[] = []
afterEach(() => opened.splice(0).forEach((close) => close()))

/** Starts a local server that runs until the test ends. */
export async function startServer(handle: RequestListener, host = '127.0.0.1'): Promise<string> {
  const server = createServer(handle)
  server.listen(0, host)
  await once(server, 'listening')
  opened.push(() => void server.close())
  const address = server.address()
  return `http://${host}:${typeof address === 'object' && address !== null ? address.port : 0}`
}

/** Redirects every request to the same path at another address. */
export const startRedirect = (other: string) =>
  startServer((request, response) =>
    response.writeHead(302, { location: `${other}${request.url ?? ''}` }).end(),
  )

/** Returns an address where nothing listens. */
export const unusedAddress = async () => `http://127.0.0.1:${await stablePort()}`

export const said = (results: readonly CheckResult[]) =>
  results.map(({ level, sentence }) => `${level}: ${sentence}`).join('\n')
