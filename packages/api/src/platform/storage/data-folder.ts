import { chmod, lstat, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'

const otherAccountsMask = 0o077

/**
 * Creates the data folder, or removes the permissions of other accounts from it and from its direct contents. Deeper files
 * need no change, since other accounts cannot enter the folder.
 */
export async function prepareDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeOthersAccess(folder)
  for (const name of await readdir(folder)) await removeOthersAccess(path.join(folder, name))
}

/** Whether other accounts of this machine may enter a folder or read a file. Always false on Windows, which has no file modes. */
export async function isOpenToOthers(file: string): Promise<boolean> {
  if (process.platform === 'win32') return false
  const info = await lstat(file)
  return !info.isSymbolicLink() && (info.mode & otherAccountsMask) !== 0
}

/** A file of another user keeps its mode: the server warns about it at the start, and doctor says what to do. */
async function removeOthersAccess(file: string): Promise<void> {
  try {
    if (!(await isOpenToOthers(file))) return
    const { mode } = await lstat(file)
    await chmod(file, mode & 0o777 & ~otherAccountsMask)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    // Deleted in the meantime, such as a lock file.
    if (code !== 'EPERM' && code !== 'EROFS' && code !== 'ENOENT') throw error
  }
}
