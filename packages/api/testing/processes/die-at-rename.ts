import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'

// Preloaded into a command: kills it when it is about to rename a file whose path contains DIE_AT_RENAME.
const { rename } = files
files.rename = async (from, to) => {
  if (String(from).includes(process.env['DIE_AT_RENAME'] ?? '')) process.kill(process.pid, 'SIGKILL')
  return rename(from, to)
}
syncBuiltinESMExports()
