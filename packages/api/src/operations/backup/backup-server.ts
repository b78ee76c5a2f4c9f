import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage } from 'node:http'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { failureOf, type Log } from '../../platform/logging/log.ts'
import { packArchive, type BackupDeps } from './pack-archive.ts'

// Only the server process can read a database inside it, so the backup command asks the server. It listens on the
// loopback interface only, and its key is readable only with access to the data folder.

const Endpoint = v.object({ port: v.number(), key: v.string() })

function endpointFile(dataDir: string): string {
  return path.join(dataDir, 'backup-endpoint.json')
}

/** Serves backups to the backup command on this machine until closed. */
export async function startBackupServer(deps: BackupDeps, log: Log): Promise<{ close(): Promise<void> }> {
  const key = randomBytes(32).toString('base64url')
  const expected = Buffer.from(`Bearer ${key}`)
  const server = createServer((asked, response) => {
    const given = Buffer.from(asked.headers.authorization ?? '')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      response.writeHead(403).end()
      return
    }
    packArchive(deps)
      .then((archive) => pipeline(archive, response))
      .catch((error: unknown) => {
        log.error(failureOf(error), 'backup: failed')
        if (response.headersSent) response.destroy()
        else response.writeHead(500).end(error instanceof Error ? error.message : '')
      })
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const file = endpointFile(deps.dataDir)
  await rm(file, { force: true })
  await writeFile(file, JSON.stringify({ port, key }), { mode: 0o600 })
  return {
    async close() {
      await rm(file, { force: true })
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Requests a backup from the server that uses a data folder; null if none is running.
 * @throws the server's error message
 */
export async function requestBackup(dataDir: string): Promise<Readable | null> {
  const content = await readFile(endpointFile(dataDir), 'utf8').catch(() => null)
  if (content === null) return null
  const endpoint = v.parse(Endpoint, JSON.parse(content))
  const response = await new Promise<IncomingMessage | null>((resolve, reject) => {
    const asked = request({
      host: '127.0.0.1',
      port: endpoint.port,
      method: 'POST',
      headers: { authorization: `Bearer ${endpoint.key}` },
    })
    asked.once('response', resolve)
    asked.once('error', (error) => {
      // A killed server left the file behind.
      if ('code' in error && error.code === 'ECONNREFUSED') resolve(null)
      else reject(error)
    })
    asked.end()
  })
  if (response === null) return null
  if (response.statusCode === 200) return response
  const reason = await text(response)
  // Another program may now use the port of a killed server.
  if (response.statusCode !== 500) return null
  throw new Error(`The server could not make the backup: ${reason}`)
}
