import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { app } from 'electron'

const maxBytes = 1024 * 1024

/** Appends a line to app.log in the folder of the app's data. At 1 MB, a new file begins, and one older file is kept. */
export function log(line: string): void {
  const file = path.join(app.getPath('userData'), 'app.log')
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.1`)
    appendFileSync(file, `${new Date().toISOString()} ${line}\n`)
  } catch {
    // A full disk must not stop the app.
  }
}
