import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buffer, text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import * as v from 'valibot'
import { fileEntry, Manifest, manifestName, sealName, sealOf, tableEntry } from './manifest.ts'

/** A backup failed verification. The message names the problem. */
export class DamagedBackup extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'DamagedBackup'
  }
}

interface EntryDigest {
  sha256: string
  bytes: number
}

/**
 * Reads a whole backup and checks every table and file against the manifest.
 * @throws DamagedBackup naming the first problem
 */
export async function checkArchive(content: Readable): Promise<Manifest> {
  const digests = new Map<string, EntryDigest>()
  let manifestText: Buffer | null = null
  let seal: string | null = null
  try {
    for await (const { name, body } of entriesOf(content)) {
      if (name === manifestName) manifestText = await buffer(body)
      else if (name === sealName) seal = await text(body)
      else digests.set(name, await digest(name, body))
    }
  } catch (error) {
    throw toDamagedBackup(error)
  }
  const manifest = readManifest(manifestText, seal)
  const expected = [
    ...manifest.tables.map((table) => ({
      what: `the table ${table.name}`,
      at: tableEntry(table.name),
      ...table,
    })),
    ...manifest.files.map((file) => ({ what: `the file ${file.key}`, at: fileEntry(file.key), ...file })),
  ]
  for (const { what, at, sha256 } of expected) {
    const entry = digests.get(at)
    if (entry === undefined) throw new DamagedBackup(`The backup is damaged: ${what} is missing.`)
    if (entry.sha256 !== sha256)
      throw new DamagedBackup(`The backup is damaged: ${what} differs from its digest.`)
    digests.delete(at)
  }
  for (const name of digests.keys())
    throw new DamagedBackup(`The backup has ${name}, which its manifest does not list.`)
  return manifest
}

function readManifest(content: Buffer | null, seal: string | null): Manifest {
  if (content === null || seal === null) {
    throw new DamagedBackup('The backup is truncated: its manifest, the last entry, is missing.')
  }
  if (seal !== sealOf(createHash('sha256').update(content).digest('hex'))) {
    throw new DamagedBackup('The backup is damaged: its manifest does not match its digest.')
  }
  const parsed = v.safeParse(Manifest, JSON.parse(content.toString()))
  if (parsed.success) return parsed.output
  throw new DamagedBackup(
    'The backup has another format or is from a newer release: its manifest cannot be read.',
  )
}

/** Yields the entries of a backup. Read each body to its end before the next. @throws DamagedBackup */
export async function* entriesOf(content: Readable): AsyncGenerator<{ name: string; body: Readable }> {
  const archive = extract()
  let failure: unknown = null
  const fed = pipeline(content, archive).catch((error: unknown) => {
    failure ??= error
  })
  try {
    for await (const entry of archive) {
      yield { name: entry.header.name, body: Readable.from(entry, { objectMode: false }) }
    }
  } catch (error) {
    failure ??= error
  } finally {
    archive.destroy()
  }
  await fed
  if (failure !== null) throw toDamagedBackup(failure)
}

function toDamagedBackup(error: unknown): DamagedBackup {
  if (error instanceof DamagedBackup) return error
  const reason = error instanceof Error ? error.message : 'unknown'
  return new DamagedBackup(`The backup is damaged or truncated (${reason}).`, error)
}

/** The digest of a table is of its uncompressed lines. */
async function digest(name: string, body: Readable): Promise<EntryDigest> {
  const hash = createHash('sha256')
  let bytes = 0
  const count = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
    }
  }
  if (name.endsWith('.gz')) {
    await pipeline(body, createGunzip(), count).catch((cause: unknown) => {
      throw new DamagedBackup(`The backup is damaged or truncated: ${name} cannot be decompressed.`, cause)
    })
  } else {
    await count(body)
  }
  return { sha256: hash.digest('hex'), bytes }
}
