import { NetworkError } from '@priormark/core/platform/http/api-error'
import { depth } from '@priormark/core/testing/depth'
import { expect, test } from 'vitest'
import { readTokens } from '../../../../src/proofs/anchors/rfc3161/tsa-repository.ts'
import { Anchor } from '../../../../src/proofs/leaves/batch-entities.ts'
import { expireRunningJobs } from '../../../../testing/expire-jobs.ts'
import { startServerProcess } from '../../../../testing/server-process.ts'
import { makeShopData } from '../../../../testing/shop-data.ts'
import { openPlace } from '../../../../testing/stable-place.ts'
import { startTsa } from '../../../../testing/tsa-server.ts'
import { buyByCard } from '../../../../testing/visitor.ts'

/** Modules that kill a server before it sends a request for a time-stamp, or once it has the response. */
const killers = {
  'before the request is sent': "process.kill(process.pid, 'SIGKILL')",
  'before the response is stored': "await send(url, options); process.kill(process.pid, 'SIGKILL')",
}

/** @param action what happens in place of a request to an authority */
function preloadOf(action: string): string {
  const module = `const send = fetch
    globalThis.fetch = async (url, options) => { if (String(url).endsWith('/tsr')) { ${action} } return send(url, options) }`
  return `data:text/javascript,${encodeURIComponent(module)}`
}

test.runIf(depth === 'deep').each([
  { moment: 'before the request is sent', tokens: 1 },
  { moment: 'before the response is stored', tokens: 2 },
] as const)(
  'a server killed $moment asks again with the same nonce, and keeps one time-stamp',
  async ({ moment, tokens }) => {
    const authority = await startTsa()
    const data = await makeShopData()
    const env = {
      ...data.env,
      ANCHORS: 'manual,rfc3161',
      TSA_URLS: `${authority.url}/tsr`,
      TSA_TRUST_FILE: authority.rootFile,
      BATCH_SECONDS: '1',
    }
    const place = data.env['DATABASE_URL'] ?? `${data.dataDir}/database`
    const dying = await startServerProcess(env, { preload: preloadOf(killers[moment]) })
    // The server may be killed before it responds to the last call.
    await buyByCard(dying).catch((error: unknown) => expect(error).toBeInstanceOf(NetworkError))
    expect(await dying.ended()).toBeNull()
    expect(authority.queries).toHaveLength(tokens - 1)

    // As if five minutes had passed.
    const stopped = await openPlace(place)
    await stopped.fork().execute(`update tsa_token set next_attempt_at = 'epoch'`)
    await stopped.close()
    if (data.env['DATABASE_URL'] !== undefined) await expireRunningJobs(data.env['DATABASE_URL'])
    const server = await startServerProcess(env)
    await expect.poll(() => authority.queries.length, { timeout: 600_000 }).toBe(tokens)
    expect(await server.stop()).toBe(0)

    const database = await openPlace(place)
    const em = database.fork()
    const anchor = await em.findOneOrFail(Anchor, { kind: 'rfc3161' })
    expect(anchor).toMatchObject({ state: 'final', stuckReason: null })
    expect(await readTokens(em, anchor.batch.id)).toHaveLength(1)
    expect(new Set(authority.queries.map((query) => query.toString('hex'))).size).toBe(1)
    await database.close()
    await data.remove()
    await authority.close()
  },
  900_000,
)
