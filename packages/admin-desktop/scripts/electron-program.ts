import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'

// Never require('electron') to find out: since version 42 that asks for the download.
const folder = path.dirname(createRequire(import.meta.url).resolve('electron/package.json'))

/** The Electron program of this machine: `$DESKTOP_ELECTRON`, else where the package keeps it; null where there is none. */
export function electronProgram(): string | null {
  const named = process.env['DESKTOP_ELECTRON']
  if (named !== undefined && named !== '') return named
  // install-electron writes the program's name beside its folder.
  const nameFile = path.join(folder, 'path.txt')
  if (!existsSync(nameFile)) return null
  const program = path.join(folder, 'dist', readFileSync(nameFile, 'utf8').trim())
  return existsSync(program) ? program : null
}
