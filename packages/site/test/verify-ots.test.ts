import { fromHex, toHex } from '@priormark/core/proof/bytes'
import { writeOtsFile } from '@priormark/core/proof/ots/ots-file'
import { sha256 } from 'hash-wasm'
import { describe, expect, test } from 'vitest'
import { findingsIn, header358391, helloWorld, helloWorldOts, only, readVector } from './verify-evidence.ts'

describe('an .ots file from anywhere', () => {
  test('with its file lists the block and the Merkle root to look up', async () => {
    const result = only(
      await findingsIn([
        ['hello.txt', helloWorld],
        ['hello.txt.ots', helloWorldOts],
      ]),
    )
    expect(result.tone).toBe('holds')
    expect(result.lookUps[0]?.values).toEqual([
      { label: 'Height', value: '358391' },
      { label: 'Merkle root', value: '8a1b66ecb7cbd07d8139a7e7d7f2c41aab1f5009b8364aaf61d03ad245e47e00' },
    ])
  })

  test.each([
    ['80 bytes', header358391],
    ['hexadecimal in JSON', JSON.stringify({ header: toHex(header358391) })],
  ])('with the header of its block (%s) dates its file', async (_form, header) => {
    const result = only(
      await findingsIn([
        ['hello.txt', helloWorld],
        ['hello.txt.ots', helloWorldOts],
        ['header', header],
      ]),
    )
    expect(result.tone).toBe('proven')
    expect(result.title).toBe('This file existed, unchanged, no later than May 28, 2015.')
    expect(result.lookUps[0]?.values).toContainEqual({
      label: 'Block hash',
      value: '000000000000000003e892881a8cdcdc117c06d444057c98b6f04a9ee75a2319',
    })
  })

  test.each([
    ['work', 76, 'no proof of work'],
    ['Merkle root', 40, 'No block header here has the Merkle root'],
    ['target', 74, 'no proof of work'],
  ])('contradicts a header with a changed %s', async (_part, offset, words) => {
    const header = header358391.with(offset, (header358391[offset] ?? 0) ^ 1)
    const result = only(
      await findingsIn([
        ['hello.txt', helloWorld],
        ['hello.txt.ots', helloWorldOts],
        ['header', header],
      ]),
    )
    expect(result.tone).toBe('refused')
    expect(result.checks.find(({ outcome }) => outcome === 'fails')?.detail).toMatch(new RegExp(words))
  })

  test('shows no time for a header with a low difficulty, even if everything matches', async () => {
    // The first block of Bitcoin holds one transaction, whose hash is its Merkle root.
    const transaction = fromHex(
      '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054' +
        '696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f7574' +
        '20666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea' +
        '1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
    )
    const header = `01000000${'00'.repeat(32)}3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c`
    const ots = writeOtsFile({
      hash: 'sha256',
      digest: fromHex(await sha256(transaction)),
      timestamp: {
        attestations: [],
        branches: [
          {
            operation: { kind: 'hash', hash: 'sha256' },
            timestamp: { attestations: [{ kind: 'bitcoin', height: 0 }], branches: [] },
          },
        ],
      },
    })
    const result = only(
      await findingsIn([
        ['transaction', transaction],
        ['transaction.ots', ots],
        ['header.txt', header],
      ]),
    )
    expect(result.tone).toBe('refused')
    expect(result.checks.at(-1)?.detail).toContain('anyone could make one like it today')
  })

  test('is rejected for a different file or if truncated, and asks for a missing file', async () => {
    const other = only(
      await findingsIn([
        ['bye.txt', 'Bye'],
        ['hello.txt.ots', helloWorldOts],
      ]),
    )
    expect(other).toMatchObject({ tone: 'refused', seals: [{}, {}] })
    expect(only(await findingsIn([['hello.txt.ots', helloWorldOts]]))).toMatchObject({ tone: 'asking' })
    const cut = only(await findingsIn([['hello.txt.ots', helloWorldOts.slice(0, 300)]]))
    expect(cut.sentences[0]).toContain('The proof ends too early at byte')
    const spoilt = only(await findingsIn([['hello.txt.ots', helloWorldOts.with(2, 0)]]))
    expect(spoilt.sentences[0]).toContain('This is not an OpenTimestamps proof')
  })

  test('can be for a proof.json, which is then the file', async () => {
    const proof = readVector('sound/seven-leaves.json')
    const ots = Uint8Array.from([
      ...helloWorldOts.slice(0, 33),
      ...fromHex(await sha256(proof)),
      ...helloWorldOts.slice(65),
    ])
    const results = await findingsIn([
      ['proof.json', proof],
      ['proof.json.ots', ots],
    ])
    expect(results.map(({ tone, about }) => [about, tone])).toEqual([
      ['proof.json', 'asking'],
      ['proof.json.ots', 'holds'],
    ])
  })
})
