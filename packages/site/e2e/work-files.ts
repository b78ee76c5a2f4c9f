import { createHash } from 'node:crypto'
import { open, writeFile } from 'node:fs/promises'
import type { TestInfo } from '@playwright/test'

/** A customer's work on the customer's disk. */
export interface WorkFile {
  path: string
  name: string
  sha256: string
}

/** Writes a work with these words in it. */
export async function textWork(testInfo: TestInfo, name: string, words: string): Promise<WorkFile> {
  const path = testInfo.outputPath(name)
  await writeFile(path, words)
  return { path, name, sha256: createHash('sha256').update(words).digest('hex') }
}

/** Makes a work of an exact size in bytes, all of them zero. */
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
