import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Reads a JSON file; null if it does not exist or cannot be parsed. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Writes a file atomically. Only this user can read it. */
export function writeAtomically(file: string, content: string | Uint8Array): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const temporaryFile = `${file}.new`
  writeFileSync(temporaryFile, content, { mode: 0o600, flush: true })
  renameSync(temporaryFile, file)
}
