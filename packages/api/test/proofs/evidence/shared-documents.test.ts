import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBlogPages, type BlogPages } from '../../pages/pages-blog-fixtures.ts'
import { paidOrder, progress, seal, type PaidOrder } from '../proofs-fixtures.ts'
import { testShop } from '../../../testing/test-app.ts'
import { newVisitor } from '../../../testing/visitor.ts'
import { readPdf } from './read-pdf.ts'

let stand: BlogPages
let order: PaidOrder
let sealedOnly: PaidOrder

beforeAll(async () => {
  stand = await startBlogPages()
  sealedOnly = await paidOrder(stand.app)
  await seal(stand.app, ['manual'])
  order = await paidOrder(stand.app)
  const root = await seal(stand.app, ['manual', 'evm', 'opentimestamps'])
  await progress(stand.app, root, 'evm', 'final')
  await progress(stand.app, root, 'opentimestamps', 'included')
})
afterAll(() => stand.close())

const get = async (path: string): Promise<Buffer> => {
  const response = await newVisitor(stand.app).fetch(path)
  expect({ path, status: response.status }).toEqual({ path, status: 200 })
  return Buffer.from(await response.arrayBuffer())
}

const proofUrl = ({ proofId }: PaidOrder) => `${testShop.publicUrl}/verify?proof=${proofId}`

/** The whole content of a document: its bytes, and for a PDF also the decompressed streams. */
async function everyText(name: string, bytes: Buffer): Promise<string> {
  if (!name.endsWith('.pdf')) return bytes.toString('latin1')
  const { all, links, structure, metadata } = await readPdf(bytes)
  const streams = bytes
    .toString('latin1')
    .split('stream\n')
    .flatMap((part) => {
      try {
        return [inflateSync(Buffer.from(part, 'latin1')).toString('latin1')]
      } catch {
        return []
      }
    })
  return [bytes.toString('latin1'), all, ...links, structure, JSON.stringify(metadata), ...streams].join('\n')
}

/** Every document that a customer shows to others, by name. */
async function sharedDocuments({ key, proofId }: PaidOrder): Promise<Record<string, Buffer>> {
  const zip = unzipSync(new Uint8Array(await get(`/api/orders/${key}/evidence.zip`)))
  return {
    ...Object.fromEntries(Object.entries(zip).map(([name, bytes]) => [name, Buffer.from(bytes)])),
    'single certificate.pdf': await get(`/api/orders/${key}/certificate.pdf`),
    'single proof.json': await get(`/api/orders/${key}/proof.json`),
    'public proof': await get(`/api/proofs/${proofId}`),
    'look-up': await get(`/api/proofs?sha256=${createHash('sha256').update(order.file).digest('hex')}`),
    'badge.svg': await get(`/badge/${proofId}.svg`),
    'feed.xml': await get('/blog/feed.xml'),
    'sitemap.xml': await get('/sitemap.xml'),
    'openapi.json': await get('/api/openapi.json'),
  }
}

describe('documents that are meant to be shown to others', () => {
  test.each(['sealed', 'recorded'])('carry no order secret while the work is %s', async (state) => {
    const one = state === 'sealed' ? sealedOnly : order
    const documents = await sharedDocuments(one)
    expect(Object.keys(documents)).toEqual(
      expect.arrayContaining(['README.txt', 'certificate.pdf', 'proof.json', 'record.json']),
    )
    for (const [name, bytes] of Object.entries(documents)) {
      const text = await everyText(name, bytes)
      expect(text.includes(one.key), `${name} has the order's key`).toBe(false)
      expect(/\/order\/[\w-]/.test(text), `${name} links to an order's page`).toBe(false)
    }
  })

  test('lead to the public proof', async () => {
    const documents = await sharedDocuments(order)
    const { links, structure } = await readPdf(documents['certificate.pdf'] ?? Buffer.alloc(0))
    expect(links).toContain(proofUrl(order))
    expect(structure).toContain(`A QR code that leads to ${proofUrl(order)}`)
    expect(String(documents['README.txt'])).toContain(proofUrl(order))
  })
})
