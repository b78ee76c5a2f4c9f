// Reads the files of an evidence.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { OtsError, readOts } from './ots-format.mjs'
import { recordFields } from './proof-format.mjs'

/** Returns null for a file that is not there or not UTF-8. */
export function textIn(file) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file))
  } catch {
    return null
  }
}

/** Reads the files of the same evidence. An unreadable .ots is null. */
export function filesBeside(folder) {
  const named = (pattern) =>
    readdirSync(folder)
      .filter((name) => pattern.test(name))
      .sort()
      .map((name) => path.join(folder, name))
  const record = textIn(path.join(folder, 'record.json'))
  const headers = named(/^bitcoin-block-.*\.json$/).flatMap((file) =>
    Array.from((textIn(file) ?? '').matchAll(/(?<![0-9a-f])[0-9a-f]{160}(?![0-9a-f])/gi), ([hex]) =>
      Buffer.from(hex, 'hex'),
    ).slice(0, 32),
  )
  return {
    records: record !== null && recordFields(record) !== null ? [record] : [],
    headers,
    ots: named(/\.ots$/).map(otsIn),
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
