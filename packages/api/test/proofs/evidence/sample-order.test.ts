import { createHash } from 'node:crypto'
import { testText } from '@priormark/core/proofs/anchors/proof-mark'
import { sampleOrderKey, sampleProofId, sampleWork } from '@priormark/core/proofs/sample/sample-order'
import { unzipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import { Order } from '../../../src/order-book/order-entity.ts'
import { sampleOrder } from '../../../src/order-book/sample-order.ts'
import { startTestApp, testShop } from '../../../testing/test-app.ts'
import { readOrderProofText, verifyOrderProof } from '../../../testing/verify-order-proof.ts'
import { newVisitor } from '../../../testing/visitor.ts'
import { readPdf } from './read-pdf.ts'

const app = await startTestApp()
afterAll(() => app.close())

const get = (path: string) => newVisitor(app).fetch(path)
const getJson = async (path: string) => (await get(path)).json()
const getBytes = async (path: string) => new Uint8Array(await (await get(path)).arrayBuffer())
const recordedRoot = '52088407f30fedc8756c13bd81fb1ef6d61d16a85541a0b7881543b6dadef999'
const fingerprint = createHash('sha256').update(sampleWork.text).digest('hex')

describe('the sample order', () => {
  test('is a recorded order on a test chain, and is not in the database', async () => {
    expect(await getJson(`/api/orders/${sampleOrderKey}`)).toMatchObject({
      projectName: 'Night Ferry',
      sha256: fingerprint,
      status: 'completed',
      step: 'final',
      proofId: sampleProofId,
      hasEvidence: true,
      anchors: [{ kind: 'evm', state: 'final', isOnTestChain: true, blockNumber: 1 }],
    })
    expect(await app.database.fork().count(Order)).toBe(0)
  })

  test('is not written to the database by a flush', async () => {
    const em = app.database.fork()
    sampleOrder(em)
    await em.flush()
    expect(await em.fork().count(Order)).toBe(0)
  })

  test('has evidence that proves its file', async () => {
    const work = await getBytes('/api/sample/work')
    const files = unzipSync(await getBytes(`/api/orders/${sampleOrderKey}/evidence.zip`))
    const proof = readOrderProofText(new TextDecoder().decode(files['proof.json']))
    expect(await verifyOrderProof(proof, work)).toMatchObject({
      holds: true,
      remaining: [{ kind: 'evm', anchor: { blockNumber: 1 } }],
    })
    const { calldata } = JSON.parse(new TextDecoder().decode(files['evm-transaction.json']))
    // What the transaction of the anchor contained when it was sent.
    expect(calldata).toBe(`0x7072696f726d61726b01${recordedRoot}`)
  })

  test('says once in each document that it is a test, and is otherwise like a real record', async () => {
    const { all: text } = await readPdf(await getBytes(`/api/orders/${sampleOrderKey}/certificate.pdf`))
    const picture = await (await get('/api/sample/certificate.svg')).text()
    const badge = await (await get(`/badge/${sampleProofId}.svg`)).text()
    const compact = (words: string) => words.replaceAll(/<[^>]*>|\s/g, '')
    for (const document of [text, picture]) {
      expect(compact(document).split(compact(testText))).toHaveLength(2)
      expect(document.match(/TEST/g)).toHaveLength(1)
      expect(compact(document)).toContain(compact('This file existed no later than'))
      expect(compact(document)).toContain(compact('Nov 22, 2026'))
      expect(document).not.toContain('No date is proven')
    }
    expect(badge).toContain('TEST: Existed no later than Nov 22, 2026. A test: it proves nothing to others.')
    expect(`${text} ${picture} ${badge}`).not.toContain('VERIFIED')
    expect(picture).toContain(testShop.name)
  })

  test('is found by its public id and by its fingerprint', async () => {
    expect(await getJson(`/api/proofs/${sampleProofId}`)).toMatchObject({
      sha256: fingerprint,
      isOnTestChain: true,
    })
    expect(await getJson(`/api/proofs?sha256=${fingerprint}`)).toMatchObject({
      found: true,
      isOnTestChain: true,
    })
  })
})
