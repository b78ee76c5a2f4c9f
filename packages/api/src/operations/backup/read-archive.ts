import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buffer, text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import * as v from 'valibot'
import { digestContent, digestName, fileEntry, Manifest, manifestName, tableEntry } from './manifest.ts'

/** A backup failed verification. The message names the problem. */
export class DamagedBackup extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'DamagedBackup'
  }
}

/** Reads a whole backup and checks every table and file against the manifest. @throws DamagedBackup naming the first problem */
export async function checkArchive(content: Readable): Promise<Manifest> {
  const digests = new Map<string, string>()
  let manifestText: Buffer | null = null
  let digestLine: string | null = null
  try {
    for await (const { name, body } of entriesOf(content)) {
      if (name === manifestName) manifestText = await buffer(body)
      else if (name === digestName) digestLine = await text(body)
      else digests.set(name, await hashEntry(name, body))
    }
  } catch (error) {
    throw toDamagedBackup(error)
  }
  const manifest = readManifest(manifestText, digestLine)
  const expectedEntries = [
    ...manifest.tables.map((table) => ({
      label: `the table ${table.name}`,
      entryName: tableEntry(table.name),
      ...table,
    })),
    ...manifest.files.map((file) => ({
      label: `the file ${file.key}`,
      entryName: fileEntry(file.key),
      ...file,
    })),
  ]
  for (const { label, entryName, sha256 } of expectedEntries) {
    const digest = digests.get(entryName)
    if (digest === undefined) throw new DamagedBackup(`The backup is damaged: ${label} is missing.`)
    if (digest !== sha256) throw new DamagedBackup(`The backup is damaged: ${label} differs from its digest.`)
    digests.delete(entryName)
  }
  for (const name of digests.keys())
    throw new DamagedBackup(`The backup has ${name}, which its manifest does not list.`)
  return manifest
}

function readManifest(content: Buffer | null, digestLine: string | null): Manifest {
  if (content === null || digestLine === null) {
    throw new DamagedBackup('The backup is truncated: its manifest, the last entry, is missing.')
  }
  if (digestLine !== digestContent(createHash('sha256').update(content).digest('hex'))) {
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
  const extraction = pipeline(content, archive).catch((error: unknown) => {
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
  await extraction
  if (failure !== null) throw toDamagedBackup(failure)
}

function toDamagedBackup(error: unknown): DamagedBackup {
  if (error instanceof DamagedBackup) return error
  const reason = error instanceof Error ? error.message : 'unknown'
  return new DamagedBackup(`The backup is damaged or truncated (${reason}).`, error)
}

/** Returns the SHA-256 of an entry, or of the uncompressed lines if it is a table. */
async function hashEntry(name: string, body: Readable): Promise<string> {
  const hash = createHash('sha256')
  const update = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) hash.update(chunk)
  }
  if (name.endsWith('.gz')) {
    await pipeline(body, createGunzip(), update).catch((cause: unknown) => {
      throw new DamagedBackup(`The backup is damaged or truncated: ${name} cannot be decompressed.`, cause)
    })
  } else {
    await update(body)
  }
  return hash.digest('hex')
}
