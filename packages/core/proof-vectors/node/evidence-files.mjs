// Reads the files of an evidence.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { OtsError, readOts } from './ots-format.mjs'
import { recordFields } from './proof-format.mjs'

/** Returns null for a file that is not there or not UTF-8. */
export function textIn(file) {
  try {
    return textOf(readFileSync(file))
  } catch {
    return null
  }
}

/** Decodes UTF-8 and keeps a byte order mark. Throws a TypeError for anything else. */
export function textOf(bytes) {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
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
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .map((name) => path.join(folder, name))
    .filter(isFile)
}

/** Reads the files of the same evidence. An unreadable .ots is null. */
export function filesBeside(folder) {
  const record = textIn(path.join(folder, 'record.json'))
  const headers = filesNamed(folder, /^bitcoin-block-.*\.json$/s).flatMap((file) =>
    Array.from((textIn(file) ?? '').matchAll(/(?<![0-9a-f])[0-9a-f]{160}(?![0-9a-f])/gi), ([hex]) =>
      Buffer.from(hex, 'hex'),
    ).slice(0, 32),
  )
  return {
    records: record !== null && recordFields(record) !== null ? [record] : [],
    headers,
    ots: filesNamed(folder, /\.ots$/).map(otsIn),
  }
}

function otsIn(file) {
  try {
    return readOts(readFileSync(file))
  } catch (error) {
    if (error instanceof OtsError) return null
    throw error
  }
}
