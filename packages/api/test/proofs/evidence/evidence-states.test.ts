import { evmWitness, keccak256 } from '@priormark/core/proof-vectors/v2/evm-block'
import { readProofText } from '@priormark/core/proofs/proof/proof-reading'
import { verifyProofV2 } from '@priormark/core/proofs/proof-v2/proof-v2-verification'
import { afterAll, expect, test } from 'vitest'
import { recordProgress } from '../../../src/proofs/anchors/anchor-progress.ts'
import { OtsStamp } from '../../../src/proofs/anchors/opentimestamps/ots-repository.ts'
import { evidenceZip } from '../../../src/proofs/evidence/evidence-zip.ts'
import { Order } from '../../../src/order-book/order-entity.ts'
import { sha256 } from '../../../src/platform/sha256.ts'
import { Anchor } from '../../../src/proofs/leaves/anchor-entity.ts'
import { startTestApp, testShop } from '../../../testing/test-app.ts'
import { newAdmin } from '../../../testing/visitor.ts'
import { bitcoinHeight, erase, paidOrder, progress, seal, type PaidOrder } from '../proofs-fixtures.ts'
import { getEvidence, text, unzipEvidence } from './evidence-fixtures.ts'
import { readPdf } from './read-pdf.ts'

const app = await startTestApp()
afterAll(() => app.close())

const get = (key: string, file: string) => getEvidence(app, key, file)
const unzip = ({ key }: Pick<PaidOrder, 'key'>) => unzipEvidence(app, key)

test('responds 404 before the order is sealed, and after it was erased', async () => {
  const fresh = await paidOrder(app)
  const row = await app.database.fork().findOneOrFail(Order, { id: fresh.id })
  expect(await evidenceZip(app.database.fork(), row, testShop)).toBeNull()
  for (const file of ['evidence.zip', 'proof.json', 'certificate.pdf']) {
    expect((await get(fresh.key, file)).status).toBe(404)
  }
  await seal(app, ['manual'])
  const zip = await unzip(fresh)
  expect(JSON.parse(text(zip['proof.json'])).anchors).toEqual([])
  expect(Object.keys(zip).filter((name) => name.endsWith('.ots'))).toEqual([])
  await erase(app, fresh)
  expect((await get(fresh.key, 'evidence.zip')).status).toBe(404)
})

test('names an unknown chain as such, and proves no date by it', async () => {
  const own = await paidOrder(app)
  await progress(app, await seal(app, ['evm']), 'evm', 'final', { chainId: 424_242 })
  const files = await unzip(own)
  const certificate = await readPdf(files['certificate.pdf'] ?? new Uint8Array())
  expect(certificate.all.replace(/\s/g, '')).toContain('Recordedontheunknownchainwithid424242')
  expect(certificate.all.replace(/\s/g, '')).toContain('Nodateisproven')
  expect(certificate).toMatchObject({ pages: 1 })
  expect(JSON.parse(text(files['evm-transaction.json']))).toMatchObject({
    chainKind: 'unknown',
    marginSeconds: null,
  })
})

test('has a proof of version 2 once it contains the evidence of an EVM chain, and of version 1 on request', async () => {
  const own = await paidOrder(app)
  const itsRoot = await seal(app, ['evm'])
  const { evidence: evmEvidence, ...evidence } = evmWitness(itsRoot)
  const anchor = await app.database.fork().findOneOrFail(Anchor, { batch: { root: itsRoot } })
  const former = JSON.parse(await (await get(own.key, 'proof.json')).text())
  await recordProgress(app.parts, anchor.id, {
    state: 'final',
    link: 'https://chain.example/tx/1',
    blockTime: new Date(evidence.blockTime * 1000),
    evidence,
    evmEvidence,
  })
  const inZip = text((await unzip(own))['proof.json'])
  expect(await (await get(own.key, 'proof.json')).text()).toBe(inZip)
  const { file, leaf, path, root } = former
  const same = { file, leaf, path, root }
  expect(JSON.parse(inZip)).toMatchObject({
    ...same,
    version: 2,
    record: { form: 1, text: former.record, salt: former.salt },
    witnesses: [{ ...evidence, evidence: evmEvidence }],
  })
  const first = JSON.parse(await (await get(own.key, 'proof.json?version=1')).text())
  expect(first).toEqual({ ...former, anchors: [evidence] })
  expect((await get(own.key, 'proof.json?version=3')).status).toBe(400)
  const reading = readProofText(inZip)
  if ('problem' in reading || reading.proof.version !== 2) throw new Error('it is no proof of version 2')
  const fingerprint = { sha256: file.sha256, sha3: async () => '' }
  const deps = { sha256, sha3: sha256, keccak256, subtle: crypto.subtle, nowSeconds: evidence.blockTime }
  expect(await verifyProofV2(reading.proof, fingerprint, deps)).toMatchObject({ holds: true })
})

test('contains the blocks that confirm a final record, so that its date can be proven offline', async () => {
  const own = await paidOrder(app)
  const itsRoot = await seal(app, ['opentimestamps'])
  await progress(app, itsRoot, 'opentimestamps', 'final')
  const confirmationHeaders = ['01', '02'].map((byte) => byte.repeat(80))
  const em = app.database.fork()
  await em.nativeUpdate(OtsStamp, { anchor: { batch: { root: itsRoot } } }, { confirmationHeaders })
  const block = JSON.parse(text((await unzip(own))[`bitcoin-block-${bitcoinHeight}.json`]))
  expect(block).toMatchObject({ confirmationHeaders })
})

test('contains a declared link once', async () => {
  const own = await paidOrder(app)
  const itsRoot = await seal(app, ['manual'])
  const admin = await newAdmin(app)
  const blockchainLink = 'https://chain.example/tx/1'
  await admin.api.orders.change({ params: { id: own.id }, body: { blockchainLink } })
  const anchors = async () => JSON.parse(text((await unzip(own))['proof.json'])).anchors
  expect(await anchors()).toEqual([{ kind: 'manual', link: blockchainLink }])
  const files = await unzip(own)
  const certificate = await readPdf(files['certificate.pdf'] ?? new Uint8Array())
  const trusted = 'the date of the linked page, as far as that page can be trusted'
  expect(certificate.all.replaceAll(/\s/g, '')).toContain(trusted.replaceAll(' ', ''))
  expect(text(files['README.txt'])).toContain(
    'the date of the linked page,\nas far as that page can be trusted',
  )
  for (const document of [certificate.all, text(files['README.txt'])])
    expect(document.replaceAll(/\s/g, '')).not.toContain('timeoftheblock')
  await progress(app, itsRoot, 'manual', 'final')
  expect(await anchors()).toEqual([
    { kind: 'manual', link: `https://chain.example/${itsRoot}` },
    { kind: 'manual', link: blockchainLink },
  ])
})
