import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startShop, type Shop } from '@priormark/api/testing/shop-process'
import type { Installation } from './installed-engines.ts'
import type { Engine } from './page-driver.ts'
import type { Scenarios } from './scenarios.ts'

/** Runs scenarios in an engine. Each has a new browser profile; all share one shop. */
export function describeEngine<Programs>(
  name: string,
  installation: Installation<Programs>,
  start: (programs: Programs) => Promise<Engine>,
  scenarios: Scenarios,
): void {
  if (!installation.isInstalled) {
    process.stdout.write(`${name} is skipped: ${installation.hint}\n`)
    describe.skip(`${name} (skipped: ${installation.hint})`, () => {
      for (const title of Object.keys(scenarios)) test(title, () => {})
    })
    return
  }

  describe(name, () => {
    const stops: (() => Promise<void>)[] = []
    let folder: string
    let shop: Shop
    let engine: Engine

    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'priormark-engine-'))
      stops.push(() => rm(folder, { recursive: true }))
      shop = await startShop({ env: { ANCHORS: 'embedded', BATCH_SECONDS: '1' } })
      stops.push(() => shop.stop())
      engine = await start(installation.programs)
      stops.push(() => engine.stop())
    })
    afterAll(async () => {
      for (const stop of stops.reverse()) await stop()
    })

    test.for(Object.entries(scenarios))('%s', async ([, scenario]) => {
      const visitor = await engine.newVisitor()
      const allowed: RegExp[] = []
      try {
        await scenario({
          page: visitor.page,
          shop,
          allowErrors: (pattern) => allowed.push(pattern),
          async writeFile(fileName, content) {
            const file = path.join(await mkdtemp(path.join(folder, 'disk-')), fileName)
            await writeFile(file, content)
            return file
          },
        })
        expect(visitor.errors.filter((error) => !allowed.some((pattern) => pattern.test(error)))).toEqual([])
      } finally {
        await visitor.leave()
      }
    })
  })
}
