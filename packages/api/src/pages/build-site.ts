import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const root = path.resolve(import.meta.dirname, '../../../..')
const stampFile = path.join(root, 'packages/site/dist/built-from')
const sources = ['package-lock.json', 'packages/core/src', 'packages/site']

/** Builds the site unless its sources are unchanged since the last build. */
export function buildSite(): void {
  const stamp = digestSources()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  process.stdout.write('Building the site...\n')
  // npm is a shell script on Windows.
  execFileSync('npm', ['run', 'build', '--silent'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  writeFileSync(stampFile, stamp)
}

function digestSources(): string {
  const hash = createHash('sha256')
  for (const source of sources) addToHash(source, hash)
  return hash.digest('hex')
}

function addToHash(relativePath: string, hash: ReturnType<typeof createHash>): void {
  const fullPath = path.join(root, relativePath)
  for (const entry of readdirSync(path.dirname(fullPath), { withFileTypes: true })) {
    if (entry.name !== path.basename(fullPath)) continue
    if (entry.isFile()) hash.update(relativePath).update('\0').update(readFileSync(fullPath)).update('\0')
    else if (entry.isDirectory() && !['dist', 'node_modules', 'e2e', 'test'].includes(entry.name)) {
      for (const name of readdirSync(fullPath).sort()) addToHash(path.join(relativePath, name), hash)
    }
  }
}
