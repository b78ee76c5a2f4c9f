import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { headerHash } from '../../../src/proofs/anchors/evm/evm-encoding.ts'
import { checkAnchors } from '../../../src/operations/doctor/check-anchors.ts'
import { readConfig } from '../../../src/operations/config/env.ts'
import { startTsa } from '../../../testing/tsa-server.ts'
import { said, startRedirect, startServer, unusedAddress } from './doctor-fixtures.ts'

describe('checkAnchors', () => {
  /** The first block of a development chain, as its node reports it. */
  const block = {
    parentHash: `0x${'0'.repeat(64)}`,
    sha3Uncles: `0x${'1d'.repeat(32)}`,
    miner: `0x${'0'.repeat(40)}`,
    stateRoot: `0x${'2'.repeat(64)}`,
    transactionsRoot: `0x${'3'.repeat(64)}`,
    receiptsRoot: `0x${'4'.repeat(64)}`,
    logsBloom: `0x${'0'.repeat(512)}`,
    difficulty: '0x0',
    number: '0x0',
    gasLimit: '0x1c9c380',
    gasUsed: '0x0',
    timestamp: '0x6921c0d0',
    extraData: '0x',
    mixHash: `0x${'0'.repeat(64)}`,
    nonce: '0x0000000000000000',
    baseFeePerGas: '0x3b9aca00',
    transactions: [],
  }
  const chain =
    (chainId: number, wei: bigint, changed: object = {}): RequestListener =>
    (request, response) => {
      void text(request).then((body) => {
        const { id, method }: { id: number; method: string } = JSON.parse(body)
        const results: Record<string, unknown> = {
          eth_chainId: `0x${chainId.toString(16)}`,
          eth_getBalance: `0x${wei.toString(16)}`,
          eth_getBlockByNumber: { ...block, hash: headerHash(block), ...changed },
        }
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }))
      })
    }
  const evm = (...urls: string[]) =>
    readConfig({
      PAYMENTS: 'embedded',
      ANCHORS: 'evm',
      EVM_RPC_URLS: urls.join(','),
      EVM_CHAIN_ID: '1',
      EVM_CHAIN_NAME: 'Ethereum',
      EVM_PRIVATE_KEY: '1'.repeat(64),
      EVM_EXPLORER_TX: 'https://etherscan.io/tx/{hash}',
    }).anchors

  test.each([
    [137, 10n ** 18n, /problem: The node at EVM_RPC_URLS is on chain 137, but EVM_CHAIN_ID is 1/],
    [1, 0n, /problem: The paying account has 0\.000000 .* not enough for a batch/],
    [1, 10n ** 16n, /warning: .* enough for 4 batches/],
    [1, 10n ** 20n, /fine: The node of Ethereum responds/],
  ])('checks a node of chain %i with %i wei', async (chainId, wei, message) => {
    const url = await startServer(chain(chainId, wei))
    expect(said(await checkAnchors(evm(url)))).toMatch(message)
  })

  test('says what a single node means, and nothing of the kind about two', async () => {
    const [first, second] = [await startServer(chain(1, 10n ** 20n)), await startServer(chain(1, 10n ** 20n))]
    const alone = 'warning: One EVM node is trusted on its own'
    expect(said(await checkAnchors(evm(first)))).toContain(alone)
    expect(said(await checkAnchors(evm(`own:${first}`)))).not.toContain(alone)
    const both = said(await checkAnchors(evm(first, second)))
    expect(both).not.toContain(alone)
    expect(both).toContain('fine: 2 nodes of Ethereum respond')
  })

  test('names the one of several nodes whose blocks do not have the hash of their header', async () => {
    const honest = await startServer(chain(1, 10n ** 20n))
    const dishonest = await startServer(chain(1, 10n ** 20n, { timestamp: '0x1' }))
    expect(said(await checkAnchors(evm(honest, dishonest)))).toContain(
      'problem: Node 2 of EVM_RPC_URLS reports a newest block whose hash is not that of its header',
    )
  })

  test('reports a node that does not respond, without its secret URL', async () => {
    const url = `${await unusedAddress()}/secret`
    const output = said(await checkAnchors(evm(url)))
    expect(output).toContain('problem: The node at EVM_RPC_URLS does not respond')
    expect(output).not.toContain('secret')
  })

  test('names calendars that do not respond, and compares their count with the required number', async () => {
    const [first, second, gone] = [
      await startServer((_, res) => res.end()),
      await startServer((_, res) => res.end()),
      await unusedAddress(),
    ]
    const config = (calendars: string) =>
      readConfig({
        PAYMENTS: 'embedded',
        ANCHORS: 'opentimestamps',
        OTS_CALENDARS: calendars,
        OTS_MIN_CALENDARS: '2',
      }).anchors
    expect(said(await checkAnchors(config(`${first},${second}`)))).toContain(
      'fine: Calendars that respond: 2 of 2.',
    )
    expect(said(await checkAnchors(config(`${first},${second},${gone}`)))).toContain(
      `warning: Calendars that respond: 2 of 3. Failed: ${gone}`,
    )
    expect(said(await checkAnchors(config(`${first},${gone}`)))).toContain(
      'problem: Calendars that respond: 1 of 2, and at least 2 must.',
    )
    const moved = await startRedirect(first)
    expect(said(await checkAnchors(config(`${first},${second},${moved}`)))).toContain(
      `Failed: ${moved} (302)`,
    )
  })

  test('asks no time-stamping authority for a time-stamp, and says what the contract must cover', async () => {
    const methods: unknown[] = []
    const authority = await startServer((request, res) => {
      methods.push(request.method)
      res.writeHead(405).end()
    })
    const config = (urls: string) =>
      readConfig({ PAYMENTS: 'embedded', ANCHORS: 'manual,rfc3161', TSA_URLS: urls }).anchors
    const output = said(await checkAnchors(config(authority)))
    expect(output).toContain('fine: Time-stamping authorities that respond: 1 of 1.')
    expect(output).toContain('warning: Batches are sealed every 300 seconds')
    expect(output).toContain('revocation is not checked')
    expect(methods).toEqual(['GET'])
    expect(said(await checkAnchors(config(await unusedAddress())))).toContain(
      'problem: Time-stamping authorities that respond: 0 of 1, and at least 1 must.',
    )
  })

  test('has each authority sign something if that is asked for, and says what is wrong with it', async () => {
    const [authority, other] = [await startTsa(), await startTsa()]
    const configOf = (trustFile: string) =>
      readConfig({
        PAYMENTS: 'embedded',
        ANCHORS: 'manual,rfc3161',
        TSA_URLS: `${authority.url}/tsr`,
        TSA_TRUST_FILE: trustFile,
      }).anchors
    const { host } = new URL(authority.url)
    expect(said(await checkAnchors(configOf(authority.rootFile), true))).toContain(`fine: ${host} signed 20`)
    expect(said(await checkAnchors(configOf(other.rootFile), true))).toContain(
      `problem: ${host} signs an invalid time-stamp (chain)`,
    )
    expect(authority.requests.filter((request) => request.startsWith('POST'))).toHaveLength(2)
    await Promise.all([authority.close(), other.close()])
  })

  test("does not follow a node's redirect, as the shop does not", async () => {
    const chainId = await startServer((_, response) =>
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1' })),
    )
    expect(said(await checkAnchors(evm(await startRedirect(chainId))))).toContain(
      'problem: The node at EVM_RPC_URLS does not respond',
    )
  })
})
