import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'

/** The value in a JSON file; null where there is none that can be read. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Writes bytes or text whole or not at all, whatever happens meanwhile. Readable by this user alone. */
export function writeWhole(file: string, content: string | Uint8Array): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const beside = `${file}.new`
  const handle = openSync(beside, 'w', 0o600)
  try {
    if (typeof content === 'string') writeSync(handle, content)
    else writeSync(handle, content)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(beside, file)
}
