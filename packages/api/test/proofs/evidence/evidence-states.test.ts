import { hash } from 'node:crypto'
import { evmWitness } from '@priormark/core/proof-vectors/v2/evm-block'
import { afterAll, expect, test } from 'vitest'
import { recordProgress } from '../../../src/proofs/anchors/anchor-progress.ts'
import { OtsStamp } from '../../../src/proofs/anchors/opentimestamps/ots-repository.ts'
import { evidenceZip } from '../../../src/proofs/evidence/evidence-zip.ts'
import { Order } from '../../../src/order-book/order-entity.ts'
import { Anchor } from '../../../src/proofs/leaves/batch-entities.ts'
import { startTestApp, testShop } from '../../../testing/test-app.ts'
import { details, newAdmin, newVisitor } from '../../../testing/visitor.ts'
import { readOrderProofText, verifyOrderProof } from '../../../testing/verify-order-proof.ts'
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
  expect(text(zip['README.txt'])).toContain(
    'WHAT IT PROVES\nNo block proves a date.\nIt does not prove who made the work. It does not replace formal copyright registration.',
  )
  const { all } = await readPdf(zip['certificate.pdf'] ?? new Uint8Array())
  expect(all.replace(/\s/g, '')).not.toContain('Whatitproves')
  for (const words of [
    'Nodateisprovenyet',
    'Whatitdoesnotprove',
    'Whomadethework.',
    'Itdoesnotreplaceformalcopyrightregistration.',
  ])
    expect(all.replace(/\s/g, '')).toContain(words)
  expect(JSON.parse(text(zip['proof.json'])).witnesses).toEqual([])
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
  expect(certificate.all.replace(/\s/g, '')).not.toContain('Whatitproves')
  expect(certificate).toMatchObject({ pages: 1 })
  const badge = await newVisitor(app).fetch(`/badge/${own.proofId}.svg`)
  expect(await badge.text()).toContain('RECORDED: No date is proven')
  expect(JSON.parse(text(files['evm-transaction.json']))).toMatchObject({
    chainKind: 'unknown',
    marginSeconds: null,
  })
})

test('has a proof with the evidence of an EVM chain', async () => {
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
  // Each poll of an order's page reads its anchors, without what only proofs need.
  const { evmEvidence: polled } = await app.database.fork().findOneOrFail(Anchor, { id: anchor.id })
  expect(polled).toBeUndefined()
  const inZip = text((await unzip(own))['proof.json'])
  expect(await (await get(own.key, 'proof.json')).text()).toBe(inZip)
  expect(JSON.parse(inZip)).toEqual({ ...former, witnesses: [{ ...evidence, evidence: evmEvidence }] })
  expect(await verifyOrderProof(readOrderProofText(inZip), own.file)).toMatchObject({ holds: true })
})

test('hides the values of the fields that a request names, and nothing else', async () => {
  const own = await paidOrder(app)
  await seal(app, ['manual'])
  const read = async (hide: string) => (await get(own.key, `proof.json?hide=${hide}`)).text()
  const whole = readOrderProofText(await read(''))
  const text = await read('firstName,lastName,projectDescription')
  for (const value of [details.firstName, details.lastName, details.projectDescription])
    expect(text).not.toContain(value)
  const shared = readOrderProofText(text)
  const { record, ...others } = shared
  expect(whole).toMatchObject(others)
  expect(record).toMatchObject({
    fields: [
      { name: 'createdAt', value: expect.any(String) },
      { name: 'fileName', value: 'song.wav' },
      { name: 'fileSha3', value: hash('sha3-256', own.file, 'hex') },
      { name: 'fileSize', value: String(own.file.length) },
      { name: 'firstName', commitment: expect.any(String) },
      { name: 'holderKey', value: '' },
      { name: 'lastName', commitment: expect.any(String) },
      { name: 'previous', value: '' },
      { name: 'projectDescription', commitment: expect.any(String) },
      { name: 'projectName', value: details.projectName },
    ],
  })
  expect(await verifyOrderProof(shared, own.file)).toMatchObject({ holds: true })
  for (const hide of ['fileSha3', 'lastName,', 'nothing'])
    expect((await get(own.key, `proof.json?hide=${hide}`)).status, hide).toBe(400)
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
  const { witnesses } = readOrderProofText(text((await unzip(own))['proof.json']))
  expect(witnesses).toMatchObject([{ headers: [block.header, ...confirmationHeaders] }])
})

test('contains a declared link once', async () => {
  const own = await paidOrder(app)
  const itsRoot = await seal(app, ['manual'])
  const admin = await newAdmin(app)
  const blockchainLink = 'https://chain.example/tx/1'
  await admin.api.orders.change({ params: { id: own.id }, body: { blockchainLink } })
  const anchors = async () => JSON.parse(text((await unzip(own))['proof.json'])).witnesses
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
