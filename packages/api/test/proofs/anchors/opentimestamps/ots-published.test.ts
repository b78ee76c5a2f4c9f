import { readFileSync } from 'node:fs'
import path from 'node:path'
import { toHex } from '@priormark/core/proofs/proof/bytes'
import {
  readOtsFile,
  writeOtsFile,
  type OtsFile,
  writeTimestamp,
} from '@priormark/core/proofs/opentimestamps/ots-file'
import type { OtsOperation } from '@priormark/core/proofs/opentimestamps/ots-operation'
import { walkAttestations } from '@priormark/core/proofs/opentimestamps/ots-walk'
import { expect, test } from 'vitest'
import { createOtsAnchors } from '../../../../src/proofs/anchors/opentimestamps/ots-anchors.ts'
import type { OtsConfig } from '../../../../src/proofs/anchors/opentimestamps/ots-config.ts'
import { readStoredBlocks } from '../../../../src/proofs/anchors/opentimestamps/ots-repository.ts'
import { Anchor } from '../../../../src/proofs/leaves/batch-entities.ts'
import { sha256 } from '../../../../src/platform/sha256.ts'
import { buildAnchor, buildBatch } from '../../../../testing/builders/anchor.ts'
import { openTestDatabase } from '../../../../testing/database.ts'
import { startHttpStandIn } from '../../../../testing/http-stand-in.ts'
import { recordedQueue } from '../../../../testing/recorded-queue.ts'
import { silentLog } from '../../../../testing/silent-log.ts'
import { follow, lineOf } from './ots-calendar-server.ts'
import { verifyWithDebian, debianPython, debianReason } from './ots-debian.ts'
import { otsOf } from './ots-fixtures.ts'

const published = (name: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../../../../../core/proof-vectors/mainnet', name))
const file = readOtsFile(new Uint8Array(published('hello-world.txt.ots')))
const header = published('block-358391.txt').toString('latin1').trim()
const height = 358_391
const blockHash = '000000000000000003e892881a8cdcdc117c06d444057c98b6f04a9ee75a2319'
const blockTime = new Date('2015-05-28T15:41:18Z')

/** Returns the operations of a proof with a single path. */
function operationsOf({ timestamp }: OtsFile): OtsOperation[] {
  const operations: OtsOperation[] = []
  for (let [branch] = timestamp.branches; branch !== undefined; [branch] = branch.timestamp.branches)
    operations.push(branch.operation)
  return operations
}

/**
 * The published proof goes through RIPEMD-160 and a transaction. Calendars begin after those, at a hash of 32 bytes.
 * The last operation of the four is the SHA-256 of the transaction.
 */
const operations = operationsOf(file)
const root = new Uint8Array(follow(file.digest, operations.slice(0, 4)))
const fromRoot = operations.slice(4)

/**
 * Starts a calendar that knows the rest of the proof: it promises three of its operations, and reveals the others
 * later.
 */
async function startKnowingCalendar() {
  const promised = fromRoot.slice(0, 3)
  const message = toHex(follow(root, promised))
  const answer = lineOf(fromRoot.slice(3), { kind: 'bitcoin', height })
  const calendar = await startHttpStandIn(async ({ method, url }, response) => {
    if (method === 'POST')
      response.end(writeTimestamp(lineOf(promised, { kind: 'pending', uri: calendar.url }), 32))
    else if (url === `/timestamp/${message}`) response.end(writeTimestamp(answer, message.length / 2))
    else response.writeHead(404).end()
  })
  return calendar
}

const startExplorer = (tip: number) =>
  startHttpStandIn(async ({ url = '' }, response) => {
    const responses = new Map([
      ['/blocks/tip/height', String(tip)],
      [`/block-height/${height}`, blockHash],
      [`/block/${blockHash}/header`, header],
    ])
    response.writeHead(responses.has(url) ? 200 : 404).end(responses.get(url))
  })

test("upgrades and verifies the main network's published proof by its block's real proof of work", async () => {
  const calendar = await startKnowingCalendar()
  const explorers = [await startExplorer(height + 5), await startExplorer(height + 6)]
  const database = await openTestDatabase()
  const em = database.fork()
  const sealedAt = new Date('2015-05-28T15:00:00Z')
  const batch = buildBatch(em, { root: toHex(root), leafCount: 1, sealedAt })
  const { id } = buildAnchor(em, batch, { kind: 'opentimestamps' })
  await em.flush()
  const config: OtsConfig = {
    calendars: [calendar.url],
    calendarHosts: [],
    minCalendars: 1,
    bitcoinSources: explorers.map(({ url }) => url),
    sourcesNeeded: 2,
    explorerBlock: 'https://mempool.space/block/{hash}',
    // The headers after it are not in the repository, so the test stops before the block is final.
    confirmations: 1_000,
    restampAfterHours: 24,
  }
  const port = createOtsAnchors({
    database,
    jobs: recordedQueue(),
    log: silentLog,
    config,
    // Blocks of 2015 were easier.
    easiestTarget: 1n << 192n,
    timeoutMs: 300_000,
  })
  await port.advance()
  await port.retry(id)
  await port.advance()
  const anchor = await database.fork().findOneOrFail(Anchor, { id })
  expect(anchor).toMatchObject({
    state: 'included',
    blockTime,
    link: `https://mempool.space/block/${blockHash}`,
    stuckReason: null,
  })
  const ots = readOtsFile(new Uint8Array(Buffer.from(otsOf(anchor), 'base64')))
  const attested = [...walkAttestations(ots.timestamp, ots.digest, { sha256 })]
  expect(attested.map(({ attestation }) => attestation)).toContainEqual({ kind: 'bitcoin', height })
  expect(await readStoredBlocks(database.fork(), batch.id)).toEqual([
    { height, header, confirmationHeaders: [] },
  ])
  await port.close?.()
  await Promise.all([calendar, ...explorers].map((server) => server.close()))
  await database.close()
})

test.skipIf(debianPython === null)(
  `Debian's opentimestamps says the same of the published proof and its header${debianReason}`,
  () => {
    const verdicts = verifyWithDebian([{ ots: toHex(writeOtsFile(file)), headers: { [height]: header } }])
    const blocks = [[height, blockTime.getTime() / 1_000]]
    expect(verdicts).toEqual([{ digest: toHex(file.digest), blocks }])
  },
)
