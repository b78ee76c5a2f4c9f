import { describe, expect, test, vi } from 'vitest'
import type { Finding } from '../src/public/verify/finding.ts'
import { createVerifyStore, statusSentence, type VerifyTools } from '../src/public/verify/verify-store.ts'

const finding = (title: string): Finding => ({
  key: title,
  tone: 'asking',
  about: '',
  title,
  sentences: [],
  seals: [],
  checks: [],
  record: [],
  lookUps: [],
  askable: null,
})

/** A bench whose judgement is the names on it. */
function benchWith(tools: Partial<VerifyTools> = {}) {
  const loaded = vi.fn()
  const bench = createVerifyStore({
    hash: (blob) => blob.text(),
    load: async () => {
      loaded()
      return {
        read: async ({ name, sha256, isPacked }) => [
          { name, sha256, isPacked, sizeBytes: 1, meaning: { kind: 'ots-problem', sentence: '' } },
        ],
        judge: ({ parts }) => [finding(parts.map(({ name }) => name).join('+'))],
      }
    },
    copyText: async () => {},
    ...tools,
  })
  return { bench, loaded, state: () => bench.getState() }
}
const handed = (name: string) => ({ name, blob: new Blob([name]), isPacked: false })
const titles = (findings: readonly Finding[]) => findings.map(({ title }) => title)

describe('the bench', () => {
  test('judges all files together, in the order in which they came', async () => {
    const { state, loaded } = benchWith()
    await Promise.all([state().add([handed('a'), handed('b')]), state().add([handed('c')])])
    expect(titles(state().findings)).toEqual(['a+b+c'])
    expect(loaded).toHaveBeenCalledTimes(1)
    expect(statusSentence(state())).toBe('a+b+c')
  })

  test('stops hashing what is removed, and judges the rest', async () => {
    const stopped: unknown[] = []
    const { state } = benchWith({
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
    const adding = state().add([handed('large'), handed('s')])
    await expect.poll(() => state().files[0]?.phase).toBe('hashing')
    expect(statusSentence(state())).toBe('Computing the fingerprint of large')
    state().remove(state().files[0]?.id ?? 0)
    await adding
    expect(stopped).toHaveLength(1)
    await expect.poll(() => titles(state().findings)).toEqual(['s'])
    state().remove(state().files[0]?.id ?? 0)
    await expect.poll(() => state().findings).toEqual([])
  })

  test('names a file that cannot be read, and goes on with the others', async () => {
    const { state } = benchWith({
      hash: async (blob) => {
        if (blob.size > 1) throw new DOMException('gone', 'NotReadableError')
        return blob.text()
      },
    })
    await state().add([handed('gone'), handed('b')])
    expect(state().files.map(({ phase }) => phase)).toEqual(['failed', 'read'])
    expect(statusSentence(state())).toContain('gone cannot be read')
    expect(titles(state().findings)).toEqual(['b'])
  })

  test('takes no more than a hundred files, and says so', async () => {
    const { state } = benchWith()
    await state().add(Array.from({ length: 103 }, (_, n) => handed(`f${n}`)))
    expect(state().files).toHaveLength(100)
    expect(state().notice).toContain('3 files were not added')
  })

  test('asks only when told to, and says when no answer comes', async () => {
    const askShop = vi.fn(async (sha256: string) => `about ${sha256}`)
    const { state } = benchWith({ askShop })
    await state().add([handed('a')])
    expect(askShop).not.toHaveBeenCalled()
    await state().ask('f00')
    expect(askShop.mock.calls).toEqual([['f00']])
    expect(state().asked).toEqual({ f00: { isDone: true, sentence: 'about f00' } })
    askShop.mockRejectedValueOnce(new Error('cut off'))
    await state().ask('f00')
    expect(state().asked['f00']?.sentence).toContain('could not be reached')
  })

  test('tells of a badge whose proof is not there', async () => {
    const { state } = benchWith({ readBadge: async () => null })
    await state().openBadge('some-id')
    expect(state().badgeNotice).toContain('There is no proof with this id here')
  })
})
