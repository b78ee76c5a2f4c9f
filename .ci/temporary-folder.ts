import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import process from 'node:process'

const memory = '/dev/shm'
const neededBytes = 8 * 1024 ** 3

/**
 * Returns the folder for the temporary files of tests: in memory where there is room. On a disk, the files of uploads, backups and
 * hundreds of databases take a tenth of the processor time of the API's tests.
 */
export function temporaryFolder(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  // The folder has a size of its own, which may be more than the free memory.
  return Math.min(bavail * bsize, process.availableMemory()) >= neededBytes ? memory : tmpdir()
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs `clean` once this process exits, also by Ctrl+C: files in memory would stay there. What was registered last runs first.
 * Returns a function that cancels it.
 */
export function onExit(clean: () => void): () => void {
  const exit = () => process.exit(1)
  process.prependOnceListener('exit', clean)
  for (const signal of signals) process.once(signal, exit)
  return () => {
    process.off('exit', clean)
    for (const signal of signals) process.off(signal, exit)
  }
}
