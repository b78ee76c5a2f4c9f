import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, afterEach } from 'vitest'
import { createTsaAnchors, type TsaAnchorDeps } from '../../../../src/proofs/anchors/rfc3161/tsa-anchors.ts'
import { TsaToken } from '../../../../src/proofs/anchors/rfc3161/tsa-repository.ts'
import { openTestDatabase } from '../../../../testing/database.ts'
import { anchorOf, sealOrders } from '../../../../testing/anchoring-fixtures.ts'
import { recordedQueue } from '../../../../testing/recorded-queue.ts'
import { silentLog } from '../../../../testing/silent-log.ts'
import { startTsa, type TsaServer } from '../../../../testing/tsa-server.ts'

/** Two authorities, and a shop whose port asks them. */
export async function useTsaShop() {
  const authorities: [TsaServer, TsaServer] = [await startTsa('p256'), await startTsa('p384')]
  const database = await openTestDatabase()
  const jobs = recordedQueue()
  let nowMs = Date.now()
  const config: TsaAnchorDeps['config'] = {
    urls: authorities.map(({ url }) => `${url}/tsr`),
    authoritiesNeeded: 1,
    policy: null,
    tokensPerDay: 100,
    trustedCertificates: [],
    authorization: null,
  }
  const portWith = (changes: Partial<TsaAnchorDeps['config']> = {}, parts: Partial<TsaAnchorDeps> = {}) =>
    createTsaAnchors({
      database,
      jobs,
      log: silentLog,
      config: { ...config, ...changes },
      now: () => new Date(nowMs),
      ...parts,
    })
  afterEach(async () => {
    for (const authority of authorities) {
      Object.assign(authority, { fault: null, alter: null })
      authority.requests.length = 0
      authority.queries.length = 0
    }
    nowMs = Date.now()
    await database.fork().execute('delete from "tsa_token"')
    await database.fork().execute(`update "anchor" set "state" = 'final'`)
  })
  afterAll(async () => {
    await database.close()
    await Promise.all(authorities.map((authority) => authority.close()))
  })
  return {
    authorities,
    database,
    config,
    jobs,
    port: portWith(),
    portWith,
    wait(minutes: number) {
      nowMs += minutes * 60_000
    },
    /** Seals an order, and returns the anchor that has its root signed. */
    async seal() {
      const { orderIds, anchors } = await sealOrders({ database, jobs }, 1, ['evm', 'rfc3161'])
      return { orderId: orderIds[0] ?? '', anchorId: anchors['rfc3161'] ?? '' }
    },
    read: (anchorId: string) => anchorOf(database, anchorId),
    batchOf: async (anchorId: string) => (await anchorOf(database, anchorId)).batch.id,
    tokens: (anchorId: string) =>
      database.fork().find(TsaToken, { anchor: anchorId }, { orderBy: { url: 'asc' } }),
  }
}

/** The root certificate of an authority, in DER. */
export function rootOf({ rootFile }: TsaServer): Uint8Array {
  return new Uint8Array(new X509Certificate(readFileSync(rootFile)).raw)
}
