import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { startServerProcess } from '../../api/testing/server-process.ts'
import { administrator } from './shop-process.ts'

/** Tells the workers where the template is. */
const templateVariable = 'SHOP_TEMPLATE'

/**
 * Creates the database of an empty shop once per run, because a start on a copy takes a fraction of a first start. Playwright
 * calls it before it starts the workers, and calls the returned function after they have ended.
 */
export default async function createTemplate(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'priormark-template-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const server = await startServerProcess({
      DATA_DIR: folder,
      ADMIN_USERNAME: administrator.username,
      ADMIN_PASSWORD: administrator.password,
      SUMMARY_EMAIL: 'off',
    })
    await server.stop()
  } catch (error) {
    await remove()
    throw error
  }
  process.env[templateVariable] = databaseOf(folder)
  return remove
}

/** Puts a copy of the template's database into a data folder. */
export async function copyTemplate(dataDir: string): Promise<void> {
  const template = process.env[templateVariable]
  if (template === undefined) throw new Error('The template of the shops was not created')
  await cp(template, databaseOf(dataDir), { recursive: true })
}

function databaseOf(dataDir: string): string {
  return path.join(dataDir, 'database')
}
