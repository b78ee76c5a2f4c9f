import { reversedHex } from '@priormark/core/proofs/proof/bitcoin-header'
import { toHex } from '@priormark/core/proofs/proof/bytes'
import { describe, expect, test, vi } from 'vitest'
import { createBitcoinBlocks } from '../../../../src/proofs/anchors/opentimestamps/bitcoin-blocks.ts'
import { sha256 } from '../../../../src/platform/sha256.ts'

const sources = ['https://one.example.org', 'https://two.example.org']
const header = new Uint8Array(80).fill(7)
const hash = reversedHex(sha256(sha256(header)))
const height = 900_000

/** What each source responds, by the path of a request; a path that is missing is unknown to it. */
type Responses = Record<string, string>
const honest: Responses = {
  [`/block-height/${height}`]: hash,
  [`/block/${hash}/header`]: toHex(header),
  '/blocks/tip/height': String(height),
}

const addressOf = (url: string | URL | Request) => new URL(url instanceof Request ? url.url : url)

function openBlocks(responses: readonly [Responses, Responses], stop = new AbortController()) {
  const request = vi.fn(async (url: string | URL | Request, init?: RequestInit) => {
    const { origin, pathname } = addressOf(url)
    init?.signal?.throwIfAborted()
    const text = responses[sources.indexOf(origin)]?.[pathname]
    return text === undefined ? new Response(null, { status: 404 }) : new Response(text)
  })
  const http = { fetch: request, signal: stop.signal, timeoutMs: 60_000 }
  return { ...createBitcoinBlocks({ bitcoinSources: sources, sourcesNeeded: 2 }, http), request, stop }
}

describe('a block', () => {
  test('that both sources have is agreed on, and read once', async () => {
    const blocks = openBlocks([honest, honest])
    const agreed = { state: 'agreed', hash, header }
    expect(await Promise.all([blocks.findBlock(height), blocks.findBlock(height)])).toEqual([agreed, agreed])
    expect(blocks.request).toHaveBeenCalledTimes(3)
  })

  test('that no source has is unknown, and one that only some have is partially known', async () => {
    expect(await openBlocks([{}, {}]).findBlock(height)).toEqual({ state: 'unknown' })
    expect(await openBlocks([{}, honest]).findBlock(height)).toEqual({ state: 'partial' })
  })

  test('is accepted with a line break after each value', async () => {
    const lines = Object.fromEntries(Object.entries(honest).map(([path, text]) => [path, `${text}\n`]))
    expect(await openBlocks([lines, lines]).findBlock(height)).toMatchObject({ state: 'agreed' })
  })

  test.each([
    ['more before it', `0${hash}`],
    ['more after it', `${hash}0`],
  ])('is not accepted by a hash with %s', async (_title, text) => {
    const wrong = { ...honest, [`/block-height/${height}`]: text }
    await expect(openBlocks([wrong, honest]).findBlock(height)).rejects.toThrow(
      'one.example.org sends an unexpected response',
    )
  })

  test.each([
    ['too short', toHex(header.subarray(1))],
    ['too long', `${toHex(header)}00`],
    ['that of another block', toHex(new Uint8Array(80))],
  ])('takes its header from another source if the first one is %s', async (_title, text) => {
    const wrong = { ...honest, [`/block/${hash}/header`]: text }
    expect(await openBlocks([wrong, honest]).findBlock(height)).toEqual({ state: 'agreed', hash, header })
    await expect(openBlocks([wrong, wrong]).findBlock(height)).rejects.toThrow(
      `The sources provide no header of Bitcoin block ${height}`,
    )
  })

  test('rejects with the reason of the stop when the shop stops', async () => {
    const blocks = openBlocks([honest, honest])
    const { stop, request } = blocks
    const respond = request.getMockImplementation()
    request.mockImplementation(async (url, init) => {
      if (addressOf(url).pathname.endsWith('/header')) stop.abort()
      return (await respond?.(url, init)) ?? new Response()
    })
    await expect(blocks.findBlock(height)).rejects.toThrow('This operation was aborted')
  })
})

describe('the height of the newest block', () => {
  const at = (text: string): Responses => ({ '/blocks/tip/height': text })

  test('is the lower of what the sources have, and read once', async () => {
    const blocks = openBlocks([at('9'), at('10')])
    expect([await blocks.readTip(), await blocks.readTip()]).toEqual([9, 9])
    expect(blocks.request).toHaveBeenCalledTimes(2)
  })

  test('needs both sources', async () => {
    await expect(openBlocks([{}, at('10')]).readTip()).rejects.toThrow('1 of the sources respond, and 2 must')
  })

  test.each(['block 10', '10 blocks', '1234567890'])('is never %j, which is rejected', async (text) => {
    await expect(openBlocks([at('10'), at(text)]).readTip()).rejects.toThrow(
      'two.example.org sends an unexpected response',
    )
  })
})
