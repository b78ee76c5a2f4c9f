import type { RequestListener } from 'node:http'
import { reversedHex } from '@priormark/core/proofs/proof/bitcoin-header'
import { afterAll, expect, test } from 'vitest'
import type { OtsAnchorDeps } from '../../../../src/proofs/anchors/opentimestamps/ots-anchors.ts'
import { OtsStamp } from '../../../../src/proofs/anchors/opentimestamps/ots-repository.ts'
import { sha256 } from '../../../../src/platform/sha256.ts'
import { regtestEasiestTarget } from './bitcoin-regtest.ts'
import { useOtsShop } from './ots-fixtures.ts'
import { OrderMail } from '../../../../src/order-book/order-mail-service.ts'

const { world, shop } = await useOtsShop()
/** Provides the true responses of the dishonest sources. */
const honest = await world.chain.startEsplora()
afterAll(() => honest.close())

const tenYears = 10 * 365 * 24 * 60 * 60

/** Returns a header with the same Merkle root and another time, with proof of work for a regtest chain. */
function forgeHeader(header: Uint8Array, shiftSeconds: number): { hex: string; hash: string } {
  const forged = Buffer.from(header)
  forged.writeUInt32LE(forged.readUInt32LE(68) + shiftSeconds, 68)
  for (let nonce = 0; ; nonce += 1) {
    forged.writeUInt32LE(nonce, 76)
    const hash = reversedHex(sha256(sha256(forged)))
    const isNew = !forged.equals(Buffer.from(header))
    if (isNew && BigInt(`0x${hash}`) <= regtestEasiestTarget) return { hex: forged.toString('hex'), hash }
  }
}

/** Makes a source serve a forged header for the newest block, and the truth about all others. */
async function lieAboutNewest(index: 0 | 1, shiftSeconds: number): Promise<void> {
  const height = world.chain.height()
  const { hex, hash } = forgeHeader((await world.chain.headerAt(height)) ?? new Uint8Array(), shiftSeconds)
  const source = world.sources[index]
  const lie: RequestListener = (request, response) => {
    if (request.url === `/block-height/${height}`) return void response.end(hash)
    if (request.url === `/block/${hash}/header`) return void response.end(hex)
    void fetch(`${honest.url}${request.url}`).then(async (real) => {
      response.writeHead(real.status).end(await real.text())
    })
  }
  source.fault = lie
}

interface Drill {
  lie: () => Promise<void>
  /** How many of the sources are configured, and how hard a block must have been. */
  deps: () => Partial<OtsAnchorDeps>
  believed: 'nothing' | 'a block that is not final' | 'a final block'
  mailed: string
  reason: string | null
}

const onlyFirst = (): Partial<OtsAnchorDeps> => ({
  config: { ...world.config, bitcoinSources: [world.sources[0].url], sourcesNeeded: 1 },
})
const both = (): Partial<OtsAnchorDeps> => ({})

/** What the shop believed and mailed, with seven blocks after its own. Calendars are free, so it spent nothing. */
const drills: Record<string, Drill> = {
  'honest sources': {
    lie: async () => undefined,
    deps: both,
    believed: 'a final block',
    mailed: 'fulfillment, evidence',
    reason: null,
  },
  'a cheap header dated ten years back, from the only source': {
    lie: () => lieAboutNewest(0, -tenYears),
    deps: onlyFirst,
    believed: 'nothing',
    mailed: '',
    reason: 'was made before this batch was sealed',
  },
  'a cheap header dated ten years back, from both sources': {
    lie: async () => {
      await lieAboutNewest(0, -tenYears)
      await lieAboutNewest(1, -tenYears)
    },
    deps: both,
    believed: 'nothing',
    mailed: '',
    reason: 'was made before this batch was sealed',
  },
  'a cheap header that no block follows, from the only source': {
    lie: () => lieAboutNewest(0, 0),
    deps: onlyFirst,
    believed: 'a block that is not final',
    mailed: 'fulfillment',
    reason: 'does not follow the one before it',
  },
  'one liar of two': {
    lie: () => lieAboutNewest(0, -600),
    deps: both,
    believed: 'nothing',
    mailed: '',
    reason: 'disagree about block',
  },
  'the chain of another network': {
    lie: async () => undefined,
    deps: () => ({ easiestTarget: 1n << 184n }),
    believed: 'nothing',
    mailed: '',
    reason: 'does not have the proof of work of Bitcoin',
  },
}

test.each(Object.entries(drills))('%s', async (_, { lie, deps, believed, mailed, reason }) => {
  const { anchorId, orderIds } = await shop.seal()
  await shop.advance()
  await world.calendars[0].settle()
  await lie()
  const port = shop.otherPort(deps())
  const advance = async () => {
    const due = { nextAttemptAt: new Date(0) }
    await shop.database.fork().nativeUpdate(OtsStamp, { anchor: anchorId }, due)
    await port.advance()
  }
  await advance()
  await world.chain.mine(7)
  for (let n = 0; n < 3; n += 1) await advance()
  const { state, stuckReason } = await shop.read(anchorId)
  const mails = await shop.database
    .fork()
    .find(
      OrderMail,
      { order: orderIds[0] ?? '', kind: { $ne: 'confirmation' } },
      { orderBy: { queuedAt: 'asc' } },
    )
  const beliefs = new Map<string, string>([
    ['final', 'a final block'],
    ['included', 'a block that is not final'],
  ])
  expect({
    believed: beliefs.get(state) ?? 'nothing',
    mailed: mails.map(({ kind }) => kind).join(', '),
  }).toEqual({ believed, mailed })
  if (reason === null) expect(stuckReason).toBeNull()
  else expect(stuckReason).toContain(reason)
})
