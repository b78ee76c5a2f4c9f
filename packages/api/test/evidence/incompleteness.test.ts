import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { newVisitor } from '../../testing/visitor.ts'
import { paidOrder, progress, seal } from '../proofs/proofs-fixtures.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function readme(key: string): Promise<string> {
  const response = await newVisitor(app).fetch(`/api/orders/${key}/evidence.zip`)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return new TextDecoder().decode(files['README.txt'])
}

test('the README says what is missing and how to complete it, until every anchor is final', async () => {
  const { key } = await paidOrder(app, { fileName: 'song.wav' })
  const root = await seal(app, ['manual', 'evm', 'opentimestamps'])
  await progress(app, root, 'evm', 'included')
  await progress(app, root, 'opentimestamps', 'submitted')
  const first = await readme(key)
  expect(first).toContain('THIS ZIP IS NOT COMPLETE YET')
  expect(first).toContain('- Ethereum: in a block that can still be replaced by another one')
  expect(first).toContain('- Bitcoin (OpenTimestamps): promised by calendars, not in a block yet.')
  expect(first).toContain('such as: ots upgrade "song.wav.ots"')

  await progress(app, root, 'evm', 'final')
  await progress(app, root, 'opentimestamps', 'included')
  const second = await readme(key)
  expect(second).not.toContain('- Ethereum: in a block that')
  expect(second).toContain('- Bitcoin (OpenTimestamps): in a block that can still be replaced')
  expect(second).toContain('download the ZIP again from the page of the')
  expect(second).not.toContain('ots upgrade')

  await progress(app, root, 'opentimestamps', 'final')
  expect(await readme(key)).not.toContain('NOT COMPLETE')
})
