import { firstBlocks, firstEpoch, firstTransaction } from '@priormark/core/proof-vectors/first-blocks'
import { fromHex, toHex } from '@priormark/core/proof/bytes'
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
  ])(
    'with a lone header of its block (%s) is still to be looked up, now by its hash',
    async (_form, header) => {
      const result = only(
        await findingsIn([
          ['hello.txt', helloWorld],
          ['hello.txt.ots', helloWorldOts],
          ['header', header],
        ]),
      )
      expect(result.tone).toBe('holds')
      expect(result.title).not.toContain('existed')
      expect(result.checks.at(-1)).toMatchObject({
        outcome: 'open',
        detail: expect.stringContaining('no checkpoint for block 358391'),
      })
      expect(result.lookUps[0]?.values).toContainEqual({
        label: 'Block hash',
        value: '000000000000000003e892881a8cdcdc117c06d444057c98b6f04a9ee75a2319',
      })
    },
  )

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

  test('is dated by the latest of seven linked blocks, only where their epoch is known', async () => {
    const { ots, transaction } = firstTransaction
    const files = [
      ['transaction', transaction],
      ['transaction.ots', ots],
      ['headers.txt', firstBlocks.map(toHex).join('\n')],
    ] as const
    const proven = only(await findingsIn(files, { checkpoints: firstEpoch }))
    expect(proven.tone).toBe('proven')
    expect(proven.title).toBe('This file existed, unchanged, no later than Jan 9, 2009.')
    expect(only(await findingsIn(files)).tone).toBe('holds')
    const fewer = [
      ...files.slice(0, 2),
      ['headers.txt', firstBlocks.slice(0, 6).map(toHex).join('\n')],
    ] as const
    const open = only(await findingsIn(fewer, { checkpoints: firstEpoch }))
    expect(open.tone).toBe('holds')
    expect(open.checks.at(-1)?.detail).toContain('at least 6 blocks after it are needed')
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
    expect(cut).toMatchObject({ tone: 'refused', title: 'This OpenTimestamps proof cannot be read.' })
    const spoilt = only(await findingsIn([['hello.txt.ots', helloWorldOts.with(2, 0)]]))
    expect(spoilt.title).toBe('This OpenTimestamps proof cannot be read.')
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
