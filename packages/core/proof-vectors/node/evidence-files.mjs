// Reads the files of an evidence.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { OtsError, readOts, sha256 } from './ots-format.mjs'
import { mostBytes } from './proof-format.mjs'

/** Returns the text of a file in UTF-8 that is not too long, else null. A byte order mark is kept. */
export function textOf(bytes) {
  try {
    return bytes.length > mostBytes
      ? null
      : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Whether there is a file, not a folder or a link to nothing. */
export function isFile(file) {
  try {
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** Returns the paths of the files in a folder whose names match, in the order of their names. */
export function filesNamed(folder, pattern) {
  return (
    readdirSync(folder)
      // Files like ._work.ots are made by macOS.
      .filter((name) => pattern.test(name) && !name.startsWith('._'))
      .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
      .map((name) => path.join(folder, name))
      .filter(isFile)
  )
}

/** Reads the files of the same evidence. What cannot be read is null. The work itself is no part of the evidence. */
export function filesBeside(folder, work) {
  const contents = (pattern) =>
    filesNamed(folder, pattern)
      .map((file) => readFileSync(file))
      .filter((bytes) => !sha256(bytes).equals(work.sha256))
  const texts = (pattern) => contents(pattern).map(textOf)
  return {
    records: texts(/^record\.json$/),
    headers: texts(/^bitcoin-block-.*\.json$/s).map((text) => (text === null ? null : headersIn(text))),
    ots: contents(/\.ots$/).map(otsIn),
  }
}

function headersIn(text) {
  const written = text.matchAll(/(?<![0-9a-f])[0-9a-f]{160}(?![0-9a-f])/gi)
  return Array.from(written, ([hex]) => Buffer.from(hex, 'hex')).slice(0, 32)
}

function otsIn(content) {
  try {
    return readOts(content)
  } catch (error) {
    if (error instanceof OtsError) return null
    throw error
  }
}
