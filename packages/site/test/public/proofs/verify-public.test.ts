import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { recordCommitment } from '@priormark/core/proofs/proof/leaf'
import { readProofText } from '@priormark/core/proofs/proof/proof-reading'
import type { ProofLookup, PublicProof } from '@priormark/core/proofs/proof/public-proof'
import { sha256 as hash } from '@priormark/core/proof-vectors/vector-batch'
import { sha256 } from 'hash-wasm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { askShop } from '../../../src/public/proofs/verify/shop-calls.ts'
import { createVerification } from '../../../src/public/proofs/verify/verification.ts'
import { bytesOf, only, readVector } from './verify-evidence.ts'

const work = readVector('work.txt')

function publicProof(changes: Partial<PublicProof> = {}): PublicProof {
  const reading = readProofText(readVector('sound/seven-leaves.json'))
  if ('problem' in reading) throw new Error(reading.problem.kind)
  if (reading.proof.version !== 1) throw new Error('The vector has another version')
  const { file, leaf, path, root, salt, record, anchors } = reading.proof
  return {
    id: '0190a3c2-0000-7000-8000-000000000001',
    sha256: file.sha256,
    state: 'final',
    existedNoLaterThan: '2026-01-02T03:04:05.000Z',
    isOnTestChain: false,
    commitment: toHex(recordCommitment(fromHex(salt), record, hash)),
    leaf,
    path,
    root,
    anchors: anchors.filter(({ kind }) => kind !== 'evm'),
    ...changes,
  }
}

async function resultFor(proof: PublicProof, content?: string) {
  const { read, verify } = await createVerification(null)
  const blob = new Blob([bytesOf(content ?? '')])
  const file = { name: 'work.txt', blob, sha256: await sha256(content ?? ''), path: null }
  return only(
    await verify({
      parts: content === undefined ? [] : await read(file, new AbortController().signal),
      publicProof: proof,
    }),
  )
}

test('shows the time of a public proof to the second, and asks for its file', async () => {
  const result = await resultFor(publicProof())
  expect(result).toMatchObject({ tone: 'asking', record: [], lookUps: [] })
  expect(result.messages[0]).toContain(
    'According to this site, the file existed no later than Jan 2, 2026, 3:04:05 AM UTC.',
  )
})

test('follows the file of a badge to the root', async () => {
  const result = await resultFor(publicProof(), work)
  expect(result.tone).toBe('holds')
  expect(result.lookUps.map(({ title }) => title)).toContain('Bitcoin block 900000')
})

test('rejects a different file and an inconsistent public proof', async () => {
  expect((await resultFor(publicProof(), 'Other')).seals).toHaveLength(2)
  const changed = publicProof({ commitment: '00'.repeat(32) })
  expect((await resultFor(changed, work)).title).toBe('Several parts of the proof were changed.')
})

test('askShop states whether and since when a fingerprint is recorded, and that a test chain proves nothing', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const recorded = { sha256: '00'.repeat(32), found: true, state: 'final', isOnTestChain: false } as const
  const ask = (changes: Partial<ProofLookup>) => {
    const existedNoLaterThan = '2026-01-02T03:04:05.000Z'
    const response = Response.json({ ...recorded, existedNoLaterThan, ...changes })
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(response)
    return askShop(recorded.sha256)
  }
  expect(await ask({})).toContain('recorded here. It existed no later than Jan 2, 2026, 3:04:05 AM UTC.')
  const onTestChain = await ask({ isOnTestChain: true })
  expect(onTestChain).toMatch(/^Yes, .*3:04:05 AM UTC.* proves nothing to others\.$/)
  expect(onTestChain).not.toContain('no later than')
  expect(await ask({ existedNoLaterThan: null, state: 'waiting' })).not.toContain('existed')
  expect(await ask({ found: false, state: null, existedNoLaterThan: null })).toMatch(/^No\./)
})

test('shows no time for a proof that is not recorded yet or is on a private test chain', async () => {
  const waiting = publicProof({
    state: 'waiting',
    existedNoLaterThan: null,
    path: null,
    root: null,
    anchors: [],
  })
  expect((await resultFor(waiting)).messages[0]).toBe('It will be in the next batch.')
  expect(await resultFor(waiting, work)).toMatchObject({ tone: 'pending', checks: [{ name: 'File' }] })
  const onTestChain = publicProof({
    isOnTestChain: true,
    anchors: [
      {
        kind: 'evm',
        chainId: 31337,
        transactionHash: `0x${'a1'.repeat(32)}`,
        blockNumber: 1,
        blockHash: `0x${'b2'.repeat(32)}`,
        blockTime: 1_767_323_045,
      },
    ],
  })
  const { messages } = await resultFor(onTestChain)
  expect(messages[0]).toContain('this is a test')
  expect(messages[0]).not.toContain('no later than')
})
