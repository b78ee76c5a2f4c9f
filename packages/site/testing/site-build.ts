import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'

const client = path.resolve(import.meta.dirname, '../dist/client')

const Chunk = v.object({
  file: v.string(),
  imports: v.optional(v.array(v.string()), []),
  css: v.optional(v.array(v.string()), []),
})

/** The manifest of the build's files, by source name. */
export type Manifest = Record<string, v.InferOutput<typeof Chunk>>

/** Reads the manifest of the public site or of the admin. */
export function readManifest(name: 'manifest.json' | 'admin-manifest.json'): Manifest {
  const json: unknown = JSON.parse(readFileSync(path.join(client, '.vite', name), 'utf8'))
  return v.parse(v.record(v.string(), Chunk), json)
}

/** Returns all files that sources need before they run: their own, their imports and their style sheets. */
export function filesOf(manifest: Manifest, sources: readonly string[]): Set<string> {
  const files = new Set<string>()
  const add = (source: string) => {
    const chunk = manifest[source]
    if (chunk === undefined) throw new Error(`the build has no ${source}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const sheet of chunk.css) files.add(sheet)
    for (const imported of chunk.imports) add(imported)
  }
  for (const source of sources) add(source)
  return files
}

/** Returns the transferred size in KB (1,000 bytes). Fonts are already compressed. */
export function kilobytesOfFiles(files: Iterable<string>): number {
  let bytes = 0
  for (const file of files) {
    const content = readFileSync(path.join(client, file))
    bytes += file.endsWith('.woff2') ? content.length : gzippedBytes(content)
  }
  return bytes / 1000
}

export function gzippedBytes(content: Buffer | string): number {
  return gzipSync(content, { level: 9 }).length
}
