import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'

const program = path.resolve(import.meta.dirname, '../scripts/start.ts')

test('npm run desktop prints how to install Electron if it is missing', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'priormark-no-electron-'))
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
      encoding: 'utf8',
      env: { ...process.env, DESKTOP_ELECTRON: path.join(folder, 'electron') },
    })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      'Electron is not installed. Run `npx install-electron --no` once (it downloads Electron from GitHub), then try again.\n',
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
