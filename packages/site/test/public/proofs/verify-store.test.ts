import { describe, expect, test, vi } from 'vitest'
import type { VerifyResult } from '../../../src/public/proofs/verify/verify-result.ts'
import {
  createVerifyStore,
  statusMessage,
  type VerifyDeps,
} from '../../../src/public/proofs/verify/verify-store.ts'
import type { Verification } from '../../../src/public/proofs/verify/verification.ts'

const result = (title: string): VerifyResult => ({
  key: title,
  tone: 'asking',
  about: '',
  title,
  messages: [],
  seals: [],
  checks: [],
  record: [],
  lookUps: [],
  lookupSha256: null,
})

/** Creates a store whose result is the names of the files. */
function storeWith(tools: Partial<VerifyDeps> = {}) {
  const loaded = vi.fn()
  const store = createVerifyStore({
    hash: (blob) => blob.text(),
    load: async () => {
      loaded()
      return {
        read: async ({ name, sha256, path, blob }) => [
          { name, sha256, path, blob, sizeBytes: 1, role: { kind: 'ots-problem' } },
        ],
        verify: async ({ parts }) => [result(parts.map(({ name }) => name).join('+'))],
      }
    },
    ...tools,
  })
  return { store, loaded, state: () => store.getState() }
}
const inputs = (name: string) => ({ name, blob: new Blob([name]), path: null })
const titles = (results: readonly VerifyResult[]) => results.map(({ title }) => title)

describe('the store', () => {
  test('verifies all files together, in the order they were added', async () => {
    const { state, loaded } = storeWith()
    await Promise.all([state().add([inputs('a'), inputs('b')]), state().add([inputs('c')])])
    expect(titles(state().results)).toEqual(['a+b+c'])
    expect(loaded).toHaveBeenCalledTimes(1)
    expect(statusMessage(state())).toBe('a+b+c')
  })

  test('stops reading a removed file, and verifies the rest', async () => {
    const read: Verification['read'] = ({ name, sha256, path, blob }, signal) =>
      name === 'trap'
        ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve([{ name, sha256, path, blob, sizeBytes: 1, role: { kind: 'ots-problem' } }])
    const verify: Verification['verify'] = async ({ parts }) => [
      result(parts.map(({ name }) => name).join('+')),
    ]
    const { state } = storeWith({ load: async () => ({ read, verify }) })
    const added = state().add([inputs('trap'), inputs('b')])
    state().remove(state().files[0]?.id ?? 0)
    await added
    expect(titles(state().results)).toEqual(['b'])
  })

  test('stops hashing a removed file, and verifies the rest', async () => {
    const stopped: unknown[] = []
    const { state } = storeWith({
      hash: (blob, { signal }) =>
        blob.size === 1
          ? blob.text()
          : new Promise((_, reject) => {
              signal?.addEventListener('abort', () => {
                stopped.push(signal.reason)
                reject(new Error('stopped'))
              })
            }),
    })
    const adding = state().add([inputs('large'), inputs('s')])
    await expect.poll(() => state().files[0]?.phase).toBe('hashing')
    expect(statusMessage(state())).toBe('Computing the fingerprint of large')
    state().remove(state().files[0]?.id ?? 0)
    await adding
    expect(stopped).toHaveLength(1)
    await expect.poll(() => titles(state().results)).toEqual(['s'])
    state().remove(state().files[0]?.id ?? 0)
    await expect.poll(() => state().results).toEqual([])
  })

  test('reports a file that cannot be read, and continues with the others', async () => {
    const { state } = storeWith({
      hash: async (blob) => {
        if (blob.size > 1) throw new DOMException('gone', 'NotReadableError')
        return blob.text()
      },
    })
    await state().add([inputs('gone'), inputs('b')])
    expect(state().files.map(({ phase }) => phase)).toEqual(['failed', 'read'])
    expect(statusMessage(state())).toContain('gone cannot be read')
    expect(titles(state().results)).toEqual(['b'])
  })

  test('accepts at most a hundred files and reports the rest', async () => {
    const { state } = storeWith()
    await state().add(Array.from({ length: 103 }, (_, n) => inputs(`f${n}`)))
    expect(state().files).toHaveLength(100)
    expect(state().notice).toContain('3 files were not added')
  })

  test('asks the shop only on request, and reports a failed request', async () => {
    const askShop = vi.fn(async (sha256: string) => `about ${sha256}`)
    const { state } = storeWith({ askShop })
    await state().add([inputs('a')])
    expect(askShop).not.toHaveBeenCalled()
    await state().ask('f00')
    expect(askShop.mock.calls).toEqual([['f00']])
    expect(state().shopLookups).toEqual({ f00: { isDone: true, message: 'about f00' } })
    askShop.mockRejectedValueOnce(new Error('cut off'))
    await state().ask('f00')
    expect(state().shopLookups['f00']?.message).toContain('could not be reached')
  })

  test('reports a badge without a proof', async () => {
    const { state } = storeWith({ readBadge: async () => null })
    await state().openBadge('some-id')
    expect(state().badgeNotice).toContain('There is no proof with this id here')
  })
})
