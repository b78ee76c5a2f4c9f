import { firstBlocks, firstEpoch, firstTransaction } from '@priormark/core/proof-vectors/first-blocks'
import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { sha256 } from 'hash-wasm'
import { describe, expect, test } from 'vitest'
import { findingsIn, helloWorld, helloWorldOts, only, readVector, type TestFile } from './verify-evidence.ts'

describe('an .ots file from anywhere', () => {
  const { ots, transaction } = firstTransaction
  const [header = new Uint8Array(80)] = firstBlocks
  const files: TestFile[] = [
    ['transaction', transaction],
    ['transaction.ots', ots],
  ]
  const withHeaders = (...headers: Uint8Array[]): TestFile[] => [
    ...files,
    ['bitcoin-block-0.json', headers.map(toHex).join('\n')],
  ]

  test('with its file lists the block and the Merkle root to look up', async () => {
    const result = only(await findingsIn(files))
    expect(result.tone).toBe('holds')
    expect(result.lookUps[0]?.values).toEqual([
      { label: 'Height', value: '0' },
      { label: 'Merkle root', value: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b' },
    ])
  })

  test('through another hash than SHA-256 names that hash and the program that can follow it', async () => {
    const result = only(
      await findingsIn([
        ['hello.txt', helloWorld],
        ['hello.txt.ots', helloWorldOts],
      ]),
    )
    expect(result).toMatchObject({ tone: 'pending' })
    expect(result.lookUps.map(({ message }) => message)).toEqual([
      "It uses RIPEMD-160, which is not followed here; OpenTimestamps' own client can.",
    ])
  })

  test('with a lone header of its block is still to be looked up, now by its hash', async () => {
    const result = only(await findingsIn(withHeaders(header)))
    expect(result.tone).toBe('holds')
    expect(result.title).not.toContain('existed')
    expect(result.checks.at(-1)).toMatchObject({
      outcome: 'open',
      detail: expect.stringContaining('no checkpoint for block 0'),
    })
    expect(result.lookUps[0]?.values).toContainEqual({
      label: 'Block hash',
      value: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    })
  })

  test.each([
    ['work', 76, 'no proof of work'],
    ['Merkle root', 40, 'No block header here has the Merkle root'],
    ['target', 74, 'no proof of work'],
  ])('contradicts a header with a changed %s', async (_part, offset, words) => {
    const result = only(await findingsIn(withHeaders(header.with(offset, (header[offset] ?? 0) ^ 1))))
    expect(result.tone).toBe('refused')
    expect(result.checks.find(({ outcome }) => outcome === 'fails')?.detail).toMatch(new RegExp(words))
  })

  test('is dated by the latest of seven linked blocks, only where their epoch is known', async () => {
    const sealed = withHeaders(...firstBlocks)
    const proven = only(await findingsIn(sealed, { checkpoints: firstEpoch }))
    expect(proven.tone).toBe('proven')
    expect(proven.title).toBe('This file existed, unchanged, no later than Jan 9, 2009.')
    expect(only(await findingsIn(sealed)).tone).toBe('holds')
    const fewer = withHeaders(...firstBlocks.slice(0, 6))
    const open = only(await findingsIn(fewer, { checkpoints: firstEpoch }))
    expect(open.tone).toBe('holds')
    expect(open.checks.at(-1)?.detail).toContain('at least 6 blocks after it are needed')
  })

  test.each([
    ['notes.txt', firstBlocks.map(toHex).join('\n')],
    ['header', header],
    ['headers.json', JSON.stringify({ header: toHex(header) })],
  ])('takes no headers from %s', async (name, content) => {
    const [unmatched, own] = await findingsIn([...files, [name, content]], { checkpoints: firstEpoch })
    expect(unmatched).toMatchObject({ tone: 'refused', about: name })
    expect(own).toMatchObject({ tone: 'holds', about: 'transaction.ots' })
    expect(own?.checks.map(({ name }) => name)).toEqual(['File'])
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
      ['proof.json.ots', 'pending'],
    ])
  })
})
