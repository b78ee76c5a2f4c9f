import { spawnSync } from 'node:child_process'
import path from 'node:path'

/** A Python that has Debian's module, or null. Another Python earlier in the PATH does not have it. */
export const debianPython =
  ['python3', '/usr/bin/python3'].find(
    (program) => spawnSync(program, ['-c', 'import opentimestamps, bitcoin.core']).status === 0,
  ) ?? null

/** For the titles of tests that need it. */
export const debianReason = debianPython === null ? ' (skipped: apt-get install python3-opentimestamps)' : ''

/**
 * Lets Debian's opentimestamps verify `.ots` files against block headers, both in hex. Returns for each its digest, and
 * the height and time of every verified block.
 */
export function verifyWithDebian(tasks: { ots: string; headers: Record<number, string> }[]): unknown {
  const script = path.join(import.meta.dirname, './ots-debian.py')
  const input = JSON.stringify(tasks)
  const { stdout, stderr, status } = spawnSync(debianPython ?? '', [script], { input, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}
