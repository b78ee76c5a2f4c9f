import { randomBytes } from 'node:crypto'
import { afterAll, afterEach } from 'vitest'
import type { AnchorPort } from '../../../../src/proofs/anchors/anchor-port.ts'
import {
  createOtsAnchors,
  type OtsAnchorDeps,
} from '../../../../src/proofs/anchors/opentimestamps/ots-anchors.ts'
import type { OtsConfig } from '../../../../src/proofs/anchors/opentimestamps/ots-config.ts'
import { Anchor } from '../../../../src/proofs/leaves/batch-entities.ts'
import type { Database } from '../../../../src/platform/database/database.ts'
import { sealBatch } from '../../../../testing/anchoring-fixtures.ts'
import { openTestDatabase } from '../../../../testing/database.ts'
import type { HttpStandIn } from '../../../../testing/http-stand-in.ts'
import { recordedQueue } from '../../../../testing/recorded-queue.ts'
import { silentLog } from '../../../../testing/silent-log.ts'
import { payOrder } from '../../../../testing/mail-fixtures.ts'
import { regtestEasiestTarget, startRegtest, type Regtest } from './bitcoin-regtest.ts'
import { lineOf, startCalendar, type CalendarServer } from './ots-calendar-server.ts'

/** A test's own Bitcoin network: a validating node, calendars that write to it, and two block APIs. */
interface BitcoinWorld {
  chain: Regtest
  calendars: [CalendarServer, CalendarServer, CalendarServer]
  sources: [HttpStandIn, HttpStandIn]
  config: OtsConfig
  /** Removes all faults. */
  clearFaults(): void
  close(): Promise<void>
}

async function startBitcoinWorld(): Promise<BitcoinWorld> {
  const chain = await startRegtest()
  const calendars: BitcoinWorld['calendars'] = [
    await startCalendar(chain),
    await startCalendar(chain),
    await startCalendar(chain),
  ]
  const sources: BitcoinWorld['sources'] = [await chain.startEsplora(), await chain.startEsplora()]
  const servers = [...calendars, ...sources]
  return {
    chain,
    calendars,
    sources,
    config: {
      calendars: calendars.map(({ url }) => url),
      calendarHosts: [],
      minCalendars: 2,
      bitcoinSources: sources.map(({ url }) => url),
      sourcesNeeded: 2,
      explorerBlock: 'https://explorer.example.org/block/{hash}?height={height}',
      confirmations: 7,
      restampAfterHours: 24,
    },
    clearFaults() {
      for (const server of servers) server.fault = null
    },
    async close() {
      await Promise.all(servers.map((server) => server.close()))
      await chain.close()
    },
  }
}

/** A database with sealed orders, and the port that advances their anchors. */
interface OtsShop {
  database: Database
  mailIds: string[]
  /** All URLs that the port requested. */
  asked: string[]
  /** Pays so many orders and seals them into a batch. */
  seal(orderCount?: number): Promise<SealedOrders>
  /** Advances the clock, then runs the port. Half an hour is longer than any delay between tries. */
  advance(minutes?: number): Promise<void>
  retry(anchorId: string): Promise<void>
  read(anchorId: string): Promise<Anchor>
  /** Another process with the same database and clock. */
  otherPort(parts?: Partial<OtsAnchorDeps>): AnchorPort
  /** Closes what is open and resets the clock, so that the next test starts without other open anchors. */
  reset(): Promise<void>
  close(): Promise<void>
}

interface SealedOrders {
  batchId: string
  anchorId: string
  /** In hex. */
  root: string
  orderIds: string[]
}

/**
 * Starts a Bitcoin network and a shop for the tests of a file, which start without faults and open anchors.
 * @param calendarHosts hosts that a calendar may refer to, as a pool does
 */
export async function useOtsShop(
  calendarHosts: string[] = [],
): Promise<{ world: BitcoinWorld; shop: OtsShop }> {
  const world = await startBitcoinWorld()
  const shop = await openOtsShop(world, { config: { ...world.config, calendarHosts } })
  afterEach(async () => {
    world.clearFaults()
    await shop.reset()
  })
  afterAll(async () => {
    await shop.close()
    await world.close()
  })
  return { world, shop }
}

export async function openOtsShop(
  world: BitcoinWorld,
  changes: Partial<OtsAnchorDeps> = {},
): Promise<OtsShop> {
  const database = await openTestDatabase()
  const jobs = recordedQueue()
  const asked: string[] = []
  let nowMs = Date.now()
  const otherPort = (parts: Partial<OtsAnchorDeps> = {}) =>
    createOtsAnchors({
      database,
      jobs,
      log: silentLog,
      config: world.config,
      easiestTarget: regtestEasiestTarget,
      now: () => new Date(nowMs),
      fetch: (input, init) => {
        asked.push(input instanceof Request ? input.url : String(input))
        return fetch(input, init)
      },
      timeoutMs: 300_000,
      ...changes,
      ...parts,
    })
  const port = otherPort()
  return {
    database,
    mailIds: jobs.mailIds,
    asked,
    otherPort,
    async seal(orderCount = 1) {
      const orderIds: string[] = []
      for (let n = 0; n < orderCount; n += 1) {
        orderIds.push(await payOrder(database, jobs, { projectName: `Work ${n}` }))
      }
      const rules = { batchSeconds: 0, batchMaxLeaves: 100, kinds: ['opentimestamps' as const] }
      const sealed = await sealBatch(database, rules, { early: true })
      const batchId = sealed?.batchId ?? ''
      const anchor = await database
        .fork()
        .findOneOrFail(Anchor, { batch: batchId, kind: 'opentimestamps' }, { populate: ['batch'] })
      return { batchId, anchorId: anchor.id, root: anchor.batch.root, orderIds }
    },
    async advance(minutes = 30) {
      nowMs += minutes * 60_000
      await port.advance()
    },
    retry: (anchorId) => port.retry(anchorId),
    read: (anchorId) => database.fork().findOneOrFail(Anchor, { id: anchorId }),
    async reset() {
      asked.length = 0
      nowMs = Date.now()
      await database.fork().execute(`update "anchor" set "state" = 'final'`)
    },
    async close() {
      await port.close?.()
      await database.close()
    },
  }
}

/** Returns the `.ots` of an anchor, in base64. */
export function otsOf({ evidence }: Anchor): string {
  if (evidence?.kind !== 'opentimestamps') throw new Error('The anchor carries no timestamp')
  return evidence.ots
}

export const hostOf = ({ url }: HttpStandIn) => new URL(url).host

/** Returns a timestamp that a calendar promises to complete at this address. */
export const promise = (uri: string) =>
  lineOf([{ kind: 'append', bytes: randomBytes(8) }], { kind: 'pending', uri })
