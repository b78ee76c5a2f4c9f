import { createHash } from 'node:crypto'
import { open, writeFile } from 'node:fs/promises'
import type { TestInfo } from '@playwright/test'

/** A customer's file. */
interface WorkFile {
  path: string
  name: string
  sha256: string
}

/** Writes a text file. */
export async function textWork(testInfo: TestInfo, name: string, text: string): Promise<WorkFile> {
  const path = testInfo.outputPath(name)
  await writeFile(path, text)
  return { path, name, sha256: createHash('sha256').update(text).digest('hex') }
}

/** Creates a file of this size that contains only zeros. */
export async function sizedWork(
  testInfo: TestInfo,
  name: string,
  bytes: number,
): Promise<Omit<WorkFile, 'sha256'>> {
  const path = testInfo.outputPath(name)
  const file = await open(path, 'w')
  await file.truncate(bytes)
  await file.close()
  return { path, name }
}
