import { open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Takes a data folder for this process alone: two processes on one PGlite folder corrupt it silently. A lock whose
 * process is gone (a crash, a kill) is taken over. @throws where another process that lives has it
 */
export async function lockDataFolder(folder: string): Promise<{ release(): Promise<void> }> {
  const file = path.join(folder, 'lock')
  for (;;) {
    try {
      const handle = await open(file, 'wx')
      await handle.writeFile(String(process.pid))
      await handle.close()
      return { release: () => rm(file, { force: true }) }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const owner = Number(await readFile(file, 'utf8').catch(() => ''))
    if (owner !== process.pid && isAlive(owner)) {
      throw new Error(
        `The data folder ${folder} is in use by process ${owner}. Stop it first, or set DATA_DIR to another folder.`,
      )
    }
    await rm(file, { force: true })
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
