import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'

const program = path.resolve(import.meta.dirname, '../scripts/start.ts')

test('Without Electron, starting the console says in one sentence what to do', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'priormark-no-electron-'))
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
      encoding: 'utf8',
      env: { ...process.env, DESKTOP_ELECTRON: path.join(folder, 'electron') },
    })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      'Electron is not on this machine: run `npx install-electron --no` once (it fetches it from GitHub), then this again.\n',
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
