import { get } from 'node:http'
import { leastFollowing } from '@priormark/core/proofs/proof/bitcoin-chain'
import { bitcoinCheckpoints } from '@priormark/core/proofs/proof/bitcoin-checkpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { fixedSettings } from '../../../testing/fixed-settings.ts'
import { startTestApp, testShop, unknownId } from '../../../testing/test-app.ts'
import { newVisitor } from '../../../testing/visitor.ts'
import { paidOrder, progress, seal } from '../proofs-fixtures.ts'

const app = await startTestApp()
afterAll(() => app.close())

/** Makes a conditional request like a browser; Node's fetch would add no-cache. */
function statusOf(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = get(app.url + path, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.once('error', reject)
  })
}

describe('the badge', () => {
  const badge = (id: string) => newVisitor(app).fetch(`/badge/${id}.svg`)

  test('states its status in text, is self-contained, and has an ETag', async () => {
    const order = await paidOrder(app)
    const root = await seal(app, ['evm', 'manual'])
    const before = await badge(order.proofId)
    expect(await before.text()).toContain('NOT VERIFIED YET')
    await progress(app, root, 'manual', 'final')
    const declared = await (await badge(order.proofId)).text()
    expect(declared).toMatch(/^(?=.*#0A6B4E).*RECORDED: As declared by the operator/)
    await progress(app, root, 'evm', 'included')
    const after = await badge(order.proofId)
    const svg = await after.text()
    expect(svg, 'the block is not final, but the declared link is').toMatch(
      /^(?!.*VERIFIED).*RECORDED: Its block says no later than Nov 21, 2026. Priormark/,
    )
    expect(svg).not.toMatch(/<script|<style|<a |<image|<foreignObject|href|url\(|on\w+=/i)
    expect(after.headers.get('content-type')).toBe('image/svg+xml')
    expect(after.headers.get('content-security-policy')).toBe("default-src 'none'")
    expect(after.headers.get('cache-control'), 'the block can still be replaced').toBe('no-cache')
    const etag = after.headers.get('etag') ?? ''
    expect(etag).not.toBe(before.headers.get('etag'))
    expect(await statusOf(`/badge/${order.proofId}.svg`, { 'if-none-match': etag })).toBe(304)
    expect(await statusOf(`/badge/${order.proofId}.svg`, { 'if-none-match': '"other"' })).toBe(200)
    await progress(app, root, 'evm', 'final')
    const final = await badge(order.proofId)
    expect(await final.text(), 'verifiers say MATCHES of a final block on an EVM chain, too').not.toContain(
      'VERIFIED',
    )
    expect(final.headers.get('cache-control')).toBe('public, max-age=300')
  })

  test('says VERIFIED of a Bitcoin block only once its headers prove a date', async () => {
    const order = await paidOrder(app)
    const root = await seal(app, ['evm', 'opentimestamps'])
    await progress(app, root, 'evm', 'final')
    await progress(app, root, 'opentimestamps', 'included')
    expect(await (await badge(order.proofId)).text()).not.toContain('VERIFIED')
    await progress(app, root, 'opentimestamps', 'final')
    expect(await (await badge(order.proofId)).text()).toContain('VERIFIED: Existed no later than')
  })

  test.each([
    ['VERIFIED: Existed no later than', 'the last block that six known ones follow', -leastFollowing],
    ['RECORDED: Its block says no later than', 'the one after it', 1 - leastFollowing],
    ['RECORDED: Its block says no later than', 'a block above the last known epoch', 1],
  ])('says %s of %s', async (words, _block, distance) => {
    const order = await paidOrder(app)
    const height = (bitcoinCheckpoints.at(-1)?.height ?? 0) + distance
    await progress(app, await seal(app, ['opentimestamps']), 'opentimestamps', 'final', { height })
    expect(await (await badge(order.proofId)).text()).toContain(words)
  })

  test('never presents a test chain as a proof, and prefers a real one', async () => {
    const order = await paidOrder(app)
    const root = await seal(app, ['evm', 'opentimestamps'])
    await progress(app, root, 'evm', 'final', { chainId: 31337 })
    const svg = await (await badge(order.proofId)).text()
    expect(svg).toContain('TEST: Existed no later than')
    expect(svg).not.toContain('VERIFIED')
    const certificate = await newVisitor(app).fetch(`/api/orders/${order.key}/certificate.pdf`)
    expect(certificate.status).toBe(200)
    await progress(app, root, 'opentimestamps', 'included')
    expect(await (await badge(order.proofId)).text()).toContain('RECORDED: Its block says')
  })

  test('is valid XML for a shop name with special characters', async () => {
    const own = await startTestApp({
      settings: fixedSettings({ ...testShop, name: '<b>"Prior" & \u0007 Söhne</b>' }),
    })
    try {
      const order = await paidOrder(own)
      const svg = await (await newVisitor(own).fetch(`/badge/${order.proofId}.svg`)).text()
      expect(svg).toContain('&#60;b&#62;&#34;Prior&#34; &#38;  Söhne')
    } finally {
      await own.close()
    }
  })

  test('of an unknown proof is not an image', async () => {
    for (const id of [unknownId, 'x', '..%2Fx']) {
      const response = await badge(id)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toContain('application/json')
    }
  })
})
