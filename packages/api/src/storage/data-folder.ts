import { chmod, lstat, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'

const forOthers = 0o077

/**
 * Creates the data folder, or takes the permissions of other accounts away from it and from what lies directly in it. Nobody
 * gets past a folder that is closed, so what lies deeper needs no change.
 */
export async function prepareDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await closeToOthers(folder)
  for (const name of await readdir(folder)) await closeToOthers(path.join(folder, name))
}

/** Whether other accounts of this machine may enter a folder or read a file. Always false on Windows, which has no such modes. */
export async function isOpenToOthers(file: string): Promise<boolean> {
  if (process.platform === 'win32') return false
  const info = await lstat(file)
  return !info.isSymbolicLink() && (info.mode & forOthers) !== 0
}

/** A folder of another user keeps its mode: the start warns about it, and the doctor says what to do. */
async function closeToOthers(file: string): Promise<void> {
  try {
    if (!(await isOpenToOthers(file))) return
    const { mode } = await lstat(file)
    await chmod(file, mode & 0o777 & ~forOthers)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    // Gone meanwhile, such as a lock file.
    if (code !== 'EPERM' && code !== 'EROFS' && code !== 'ENOENT') throw error
  }
}
