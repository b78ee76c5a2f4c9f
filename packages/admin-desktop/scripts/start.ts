import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { electronProgram } from './electron-program.ts'

/** `npm run desktop`: builds the console and starts it where Electron is installed, and says what to do where it is not. */
const folder = path.resolve(import.meta.dirname, '..')
const program = electronProgram()
if (program === null || !existsSync(program)) {
  process.stderr.write(
    'Electron is not on this machine: run `npx install-electron --no` once (it fetches it from GitHub), then this again.\n',
  )
  process.exitCode = 1
} else {
  const build = spawnSync('npm', ['run', 'build', '--silent'], { cwd: folder, stdio: 'inherit' })
  process.exitCode =
    build.status === 0
      ? (spawnSync(program, [folder, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1)
      : 1
}
