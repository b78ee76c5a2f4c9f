import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import process from 'node:process'

const memory = '/dev/shm'
const neededBytes = 8 * 1024 ** 3

/**
 * Returns the folder for the temporary files of tests: in memory where there is room. On a disk, the files of uploads, backups and
 * hundreds of databases take a tenth of the processor time of the API's tests.
 */
export function temporaryPlace(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= neededBytes ? memory : tmpdir()
}

/** Runs `clean` once this process ends, also by Ctrl+C: files in memory would stay there. Returns how to take that back. */
export function atEnd(clean: () => void): () => void {
  const end = () => process.exit(1)
  process.once('exit', clean).once('SIGINT', end).once('SIGTERM', end)
  return () => void process.off('exit', clean).off('SIGINT', end).off('SIGTERM', end)
}
