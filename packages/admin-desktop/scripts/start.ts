// Builds and starts the app (`npm run desktop`), or prints how to install Electron.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { electronProgram } from './electron-program.ts'

const folder = path.resolve(import.meta.dirname, '..')
const program = electronProgram()
if (program === null || !existsSync(program)) {
  process.stderr.write(
    'Electron is not installed. Run `npx install-electron --no` once (it downloads Electron from GitHub), then try again.\n',
  )
  process.exitCode = 1
} else {
  const build = spawnSync('npm', ['run', 'build', '--silent'], { cwd: folder, stdio: 'inherit' })
  process.exitCode =
    build.status === 0
      ? (spawnSync(program, [folder, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1)
      : 1
}
