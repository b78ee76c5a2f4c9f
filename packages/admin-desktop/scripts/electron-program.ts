import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'

// Does not require('electron'), which since version 42 starts a download.
const folder = path.dirname(createRequire(import.meta.url).resolve('electron/package.json'))

/** Returns the path of Electron: `$DESKTOP_ELECTRON`, or the one in the package, or null if it is not installed. */
export function electronProgram(): string | null {
  const named = process.env['DESKTOP_ELECTRON']
  if (named !== undefined && named !== '') return named
  // install-electron writes the executable's name to this file.
  const nameFile = path.join(folder, 'path.txt')
  if (!existsSync(nameFile)) return null
  const program = path.join(folder, 'dist', readFileSync(nameFile, 'utf8').trim())
  return existsSync(program) ? program : null
}
