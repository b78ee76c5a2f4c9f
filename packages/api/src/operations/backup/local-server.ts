import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage } from 'node:http'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { Opening } from '@priormark/core/operations/endpoints'
import * as v from 'valibot'
import { failureOf, type Log } from '../../platform/logging/log.ts'
import { packArchive, type BackupDeps } from './pack-archive.ts'

// Only the server process can read an embedded database, and only it has the settings in effect, so commands on the same machine
// ask the server. It listens on the loopback interface only, and its key is readable only with access to the data folder.

const Endpoint = v.object({ port: v.number(), key: v.string() })

function endpointFile(dataDir: string): string {
  return path.join(dataDir, 'local-endpoint.json')
}

interface LocalServerDeps extends BackupDeps {
  readOpening: () => Promise<Opening>
}

const openingPath = '/opening'

/** Serves backups and the list “Before you open” to commands on this machine until closed. */
export async function startLocalServer(deps: LocalServerDeps, log: Log): Promise<{ close(): Promise<void> }> {
  const key = randomBytes(32).toString('base64url')
  const expectedCredential = Buffer.from(`Bearer ${key}`)
  const server = createServer((incoming, response) => {
    const credential = Buffer.from(incoming.headers.authorization ?? '')
    if (credential.length !== expectedCredential.length || !timingSafeEqual(credential, expectedCredential)) {
      response.writeHead(403).end()
      return
    }
    const result =
      incoming.url === openingPath
        ? deps.readOpening().then((opening) => void response.end(JSON.stringify(opening)))
        : packArchive(deps).then((archive) => pipeline(archive, response))
    result.catch((error: unknown) => {
      log.error(failureOf(error), 'local server: a request failed')
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end(error instanceof Error ? error.message : '')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const file = endpointFile(deps.dataDir)
  const content = JSON.stringify({ port, key })
  await rm(file, { force: true })
  await writeFile(file, content, { mode: 0o600 })
  return {
    async close() {
      // Another process on the same folder may have replaced it.
      if ((await readFile(file, 'utf8').catch(() => null)) === content) await rm(file, { force: true })
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Requests a backup from the server that uses a data folder; null if none is running. @throws Error with the server's message */
export async function requestBackup(dataDir: string): Promise<Readable | null> {
  const response = await sendRequest(dataDir, '/')
  if (response === null) return null
  if (response.statusCode === 200) return response
  const reason = await text(response)
  // Another program may now use the port of a killed server.
  if (response.statusCode !== 500) return null
  throw new Error(`The server could not make the backup: ${reason}`)
}

/** Requests the list “Before you open” from the server that uses a data folder; null if none is running. */
export async function requestOpening(dataDir: string): Promise<Opening | null> {
  const response = await sendRequest(dataDir, openingPath)
  if (response?.statusCode !== 200) return null
  const opening = v.safeParse(Opening, JSON.parse(await text(response)))
  return opening.success ? opening.output : null
}

async function sendRequest(dataDir: string, requestPath: string): Promise<IncomingMessage | null> {
  const content = await readFile(endpointFile(dataDir), 'utf8').catch(() => null)
  if (content === null) return null
  const endpoint = v.parse(Endpoint, JSON.parse(content))
  return new Promise((resolve, reject) => {
    const clientRequest = request({
      host: '127.0.0.1',
      port: endpoint.port,
      path: requestPath,
      method: 'POST',
      headers: { authorization: `Bearer ${endpoint.key}` },
    })
    clientRequest.once('response', resolve)
    clientRequest.once('error', (error) => {
      // A killed server left the file behind.
      if ('code' in error && error.code === 'ECONNREFUSED') resolve(null)
      else reject(error)
    })
    clientRequest.end()
  })
}
