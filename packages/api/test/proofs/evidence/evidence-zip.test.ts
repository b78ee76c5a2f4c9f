import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readManifest } from '@priormark/core/proofs/proof/manifest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evidenceZip } from '../../../src/proofs/evidence/evidence-zip.ts'
import { readOfflineVerifier } from '../../../src/proofs/evidence/offline-verifier.ts'
import { Order } from '../../../src/order-book/order-entity.ts'
import { startTestApp, testShop, type TestApp } from '../../../testing/test-app.ts'
import { readOrderProofText, verifyOrderProof } from '../../../testing/verify-order-proof.ts'
import { newVisitor } from '../../../testing/visitor.ts'
import { getEvidence, text, unzipEvidence } from './evidence-fixtures.ts'
import { readPdf } from './read-pdf.ts'
import { bitcoinHeight, paidOrder, progress, seal, type PaidOrder } from '../proofs-fixtures.ts'

let app: TestApp
let order: PaidOrder
let others: PaidOrder[]
let root: string

beforeAll(async () => {
  app = await startTestApp()
  order = await paidOrder(app, { projectName: 'Ода / Ωδή: "1"?', fileName: 'CON.夜の海.wav' })
  others = [await paidOrder(app, { firstName: 'Grace', projectName: 'Compiler' }), await paidOrder(app)]
  root = await seal(app, ['manual', 'evm', 'opentimestamps'])
  await progress(app, root, 'evm', 'final')
  await progress(app, root, 'opentimestamps', 'included')
})
afterAll(() => app.close())

const hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const get = (key: string, file: string) => getEvidence(app, key, file)
const unzip = ({ key }: Pick<PaidOrder, 'key'>) => unzipEvidence(app, key)

const checkFiles = [
  'README.md',
  'v2/README.md',
  'proof.schema.json',
  'tables.json',
  'verify.py',
  'verify.mjs',
  ...moduleNames('node', '.mjs'),
  ...moduleNames('python', '.py'),
].map((name) => `check/${name}`)

/** The modules of one of the two programs. */
function moduleNames(folder: 'node' | 'python', ending: string): string[] {
  const modules = readdirSync(new URL(`../../../../core/proof-vectors/${folder}/`, import.meta.url))
  return modules
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`)
    .sort()
}

describe('the evidence of an order', () => {
  test('is a private attachment with a name in any script', async () => {
    const { headers } = await get(order.key, 'evidence.zip')
    expect(headers.get('content-type')).toBe('application/zip')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('set-cookie')).toBeNull()
    const name = /filename\*=UTF-8''(\S+)/.exec(headers.get('content-disposition') ?? '')?.[1]
    expect(decodeURIComponent(name ?? '')).toBe('Ода - Ωδή- -1-- - evidence.zip')
  })

  test('contains everything needed, under names that work on every system', async () => {
    const files = await unzip(order)
    const verifier = await readOfflineVerifier()
    expect(Object.keys(files)).toEqual([
      'README.txt',
      'certificate.pdf',
      'proof.json',
      'record.json',
      '_CON.夜の海.wav.ots',
      'evm-transaction.json',
      `bitcoin-block-${bitcoinHeight}.json`,
      ...(verifier === null ? [] : ['verify.html']),
      ...checkFiles,
      'LICENSE.txt',
      'manifest.json',
    ])
    expect(text(files['LICENSE.txt'])).toContain('GNU GENERAL PUBLIC LICENSE')
    expect(text(files['record.json'])).toContain('"fileName":"CON.夜の海.wav"')
    expect(text(files['README.txt'])).toContain(`/verify?proof=${order.proofId}`)
    expect(text(files['README.txt']).includes('verify.html is missing')).toBe(verifier === null)
  })

  test('has identical bytes on every request', async () => {
    const em = app.database.fork()
    const row = await em.findOneOrFail(Order, { id: order.id })
    const first = await evidenceZip(em, row, testShop)
    await newVisitor(app).api.price.read()
    const again = await evidenceZip(app.database.fork(), row, testShop)
    const over = await get(order.key, 'evidence.zip')
    expect(hex(again?.bytes ?? new Uint8Array())).toBe(hex(first?.bytes ?? new Uint8Array()))
    expect(hex(new Uint8Array(await over.arrayBuffer()))).toBe(hex(first?.bytes ?? new Uint8Array()))
  })

  test('contains a valid proof, its record, and two anchors to check', async () => {
    const files = await unzip(order)
    const proof = readOrderProofText(text(files['proof.json']))
    expect(proof.root).toBe(root)
    const record = Object.entries(JSON.parse(text(files['record.json'])))
    expect(proof.record).toMatchObject({ form: 2, fields: record.map(([name, value]) => ({ name, value })) })
    const outcome = await verifyOrderProof(proof, order.file)
    expect(outcome.holds && outcome.remaining).toMatchObject([
      { kind: 'evm', calldata: `0x7072696f726d61726b01${root}` },
      { kind: 'opentimestamps', attestations: [{ kind: 'bitcoin', height: bitcoinHeight }] },
    ])
    expect(await verifyOrderProof(proof, others[0]?.file ?? order.file)).toMatchObject({ holds: false })
    expect(await (await get(order.key, 'proof.json')).text()).toBe(text(files['proof.json']))
  })

  test('says how to query each chain', async () => {
    const files = await unzip(order)
    expect(JSON.parse(text(files['evm-transaction.json']))).toMatchObject({
      chain: 'Ethereum',
      chainId: 1,
      calldata: `0x7072696f726d61726b01${root}`,
    })
    const block = JSON.parse(text(files[`bitcoin-block-${bitcoinHeight}.json`]))
    expect(block).toMatchObject({ height: bitcoinHeight, timeInUtc: '2026-11-21T14:30:00.000Z' })
    expect(block.header.slice(72, 136)).toBe(root)
  })

  test('has a manifest of every file that does not prove itself', async () => {
    const files = await unzip(order)
    const listed = readManifest(text(files['manifest.json'])) ?? []
    const others = Object.keys(files).filter((name) => !/^(?:proof|manifest)\.json$|\.ots$/.test(name))
    expect(listed.map(({ name }) => name)).toEqual(others)
    for (const { name, sha256: digest } of listed) expect(hex(files[name] ?? new Uint8Array())).toBe(digest)
  })

  test('describes in check/README.md only files that exist', async () => {
    const files = await unzip(order)
    const named = text(files['check/README.md']).matchAll(/`((?:[\w-]+\/)?[\w-]+(?:\.[a-z]+)+|[\w-]+\/)`/g)
    const missing = Array.from(named, ([, name = '']) => name).filter(
      (name) =>
        !Object.keys(files).some((file) =>
          [file, file.replace(/^check\//, '')].some((one) => one.startsWith(name)),
        ),
    )
    expect(missing).toEqual([])
  })

  test('says on its certificate what it proves, and leads a reader through the explorers with the values of this order', async () => {
    const { all } = await readPdf((await unzip(order))['certificate.pdf'] ?? new Uint8Array())
    const compact = (words: string) => words.replaceAll(/\s/g, '')
    for (const words of [
      'What it proves',
      `https://etherscan.io/tx/0x${root}`,
      'it must say "Success"',
      'Nov 21, 2026, 1:05:12 PM UTC',
      `0x7072696f726d61726b01${root}`,
      'no later than 15 minutes after that timestamp',
      `https://blockstream.info/block-height/${bitcoinHeight}`,
      'An explorer shows the root of a batch, not your fingerprint',
      'It does not prove who made the work',
    ])
      expect(compact(all)).toContain(compact(words))
  })

  test('is explained in at most 250 words', async () => {
    const readme = text((await unzip(order))['README.txt'])
    const own = readme.replace('It does not replace formal copyright registration.', '')
    // Neither hashes nor addresses are words.
    const words =
      own.match(/\S*[\p{L}\p{N}]\S*/gu)?.filter((word) => !/^[\da-f]{64}$|:\/\/|@/.test(word)) ?? []
    expect(words.length, words.join(' ')).toBeLessThanOrEqual(250)
  })

  test('says whether it is complete, and how to complete it', async () => {
    expect(text((await unzip(order))['README.txt'])).toContain('- Bitcoin (OpenTimestamps): Block 912,345')
    const waiting = await paidOrder(app)
    const itsRoot = await seal(app, ['opentimestamps'])
    await progress(app, itsRoot, 'opentimestamps', 'submitted')
    const files = await unzip(waiting)
    expect(text(files['README.txt'])).toContain('Not complete yet.')
    expect(text(files['README.txt'])).toContain('ots upgrade "song.wav.ots"')
    await progress(app, itsRoot, 'opentimestamps', 'final')
    const complete = text((await unzip(waiting))['README.txt'])
    expect(complete).toContain('Every record is final.')
    expect(complete).not.toContain('ots upgrade')
  })

  test('can be verified with its own programs after unpacking', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'priormark-evidence-'))
    try {
      await unpack(await unzip(order), folder)
      await writeFile(path.join(folder, 'work'), order.file)
      await writeFile(path.join(folder, 'changed'), Uint8Array.from([...order.file, 0]))
      const block = path.join(folder, `bitcoin-block-${bitcoinHeight}.json`)
      const said: string[] = []
      for (const [program, script] of [
        ['python3', 'check/verify.py'],
        [process.execPath, 'check/verify.mjs'],
      ] as const) {
        const run = (file: string) => {
          const { status, stdout } = spawnSync(program, [script, file, 'proof.json'], {
            cwd: folder,
            encoding: 'utf8',
          })
          return { status, stdout }
        }
        await writeFile(block, '{}')
        expect(run('work')).toMatchObject({
          status: 1,
          stdout: expect.stringContaining(`Files of this evidence were changed: ${path.basename(block)}.`),
        })
        await rm(block)
        const { status, stdout } = run('work')
        said.push(stdout)
        expect({ status, first: stdout.split('\n')[0] }).toEqual({
          status: 0,
          first: 'MATCHES: File and proof match. The time is on the blockchain: look it up.',
        })
        expect(stdout).toContain(root)
        expect(run('changed')).toMatchObject({
          status: 1,
          stdout: expect.stringContaining('The proof is for a different file'),
        })
      }
      expect(said[0]).toBe(said[1])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  // The module is Debian's, so it must be used with Debian's Python, which may not be the first in the PATH.
  const python = ['python3', '/usr/bin/python3'].find(
    (program) => spawnSync(program, ['-c', 'import opentimestamps']).status === 0,
  )
  test.skipIf(python === undefined)(
    `has an .ots of the customer's own file that Debian's opentimestamps follows to the block${python === undefined ? ' (skipped: apt-get install python3-opentimestamps)' : ''}`,
    async () => {
      const ots = (await unzip(order))['_CON.夜の海.wav.ots'] ?? new Uint8Array()
      const { stdout, stderr } = spawnSync(python ?? '', ['-c', followOts], { input: ots, encoding: 'utf8' })
      expect(stderr).toBe('')
      expect(stdout.trim()).toBe(`${hex(order.file)} ${bitcoinHeight} ${root}`)
    },
  )
})

const followOts = `
import sys
from opentimestamps.core.serialize import BytesDeserializationContext
from opentimestamps.core.timestamp import DetachedTimestampFile
detached = DetachedTimestampFile.deserialize(BytesDeserializationContext(sys.stdin.buffer.read()))
for message, attestation in detached.timestamp.all_attestations():
    print(detached.file_digest.hex(), attestation.height, message.hex())
`

async function unpack(files: Record<string, Uint8Array>, folder: string): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), bytes)
  }
}

describe('access to the evidence', () => {
  test('responds 404 to a key that is unknown, malformed, or of another order', async () => {
    for (const key of [
      'A'.repeat(43),
      'x',
      order.id,
      `${order.key.slice(0, -1)}!`,
      order.key.toLowerCase(),
    ]) {
      for (const file of ['evidence.zip', 'proof.json', 'certificate.pdf']) {
        const response = await get(key, file)
        expect({ key, file, status: response.status }).toEqual({ key, file, status: 404 })
        expect(await response.json()).toMatchObject({ error: 'There is nothing at this address' })
      }
    }
    const theirs = await unzip({ key: others[0]?.key ?? '' })
    const mine = await unzip(order)
    const all = Object.entries(theirs).map(([name, bytes]) => `${name}\n${text(bytes)}`)
    const salt = /"salt": "(\w+)"/.exec(text(mine['proof.json']))?.[1] ?? ''
    for (const secret of [order.key, order.id, order.proofId, hex(order.file), salt, '夜の海', 'Ода']) {
      expect(all.some((content) => content.includes(secret))).toBe(false)
    }
  })
})
