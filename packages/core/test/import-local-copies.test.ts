import type { UnsavedText } from '@priormark/core/drafts/draft-service'
import { importLocalCopies } from '@priormark/core/drafts/import-local-copies'
import { describe, expect, test } from 'vitest'
import { postInput } from '../testing/post-input.ts'

const form = postInput({ title: 'A title', content: '<p>A text</p>', slug: 'a-title', tags: ['one'] })
const idOf = (digit: number) => `${digit}0000000-0000-4000-8000-000000000000`
const copy = (digit: number, change: object = {}) => ({
  id: idOf(digit),
  postId: idOf(9),
  version: 2,
  revision: 1,
  by: 'ada',
  at: '2026-03-01T10:00:00.000Z',
  form,
  ...change,
})

function storageOf(...values: string[]) {
  const entries = new Map(values.map((value, index) => [`priormark.post-copy.${index}`, value]))
  return {
    get length() {
      return entries.size
    },
    key: (index: number) => [...entries.keys()][index] ?? null,
    getItem: (key: string) => entries.get(key) ?? null,
    removeItem: (key: string) => void entries.delete(key),
    keys: () => [...entries.keys()],
  }
}

describe('importLocalCopies', () => {
  test('moves every text of the user once', async () => {
    const { revision: _revision, ...first } = copy(1)
    const storage = storageOf(JSON.stringify(first), JSON.stringify(copy(2)))
    const kept: UnsavedText[] = []
    const keep = (text: UnsavedText) => void kept.push(text)
    await importLocalCopies(storage, 'ada', keep)
    await importLocalCopies(storage, 'ada', keep)
    const { postId, at } = copy(1)
    expect(kept).toEqual([
      { id: idOf(1), postId, basedOn: { version: 2, revision: 0 }, at, content: form },
      { id: idOf(2), postId, basedOn: { version: 2, revision: 1 }, at, content: form },
    ])
    expect(storage.keys()).toEqual([])
  })

  test('leaves unreadable texts and those of other users', async () => {
    const storage = storageOf(
      JSON.stringify(copy(1, { by: 'bea' })),
      '{',
      JSON.stringify(copy(2, { form: {} })),
    )
    const kept: UnsavedText[] = []
    await importLocalCopies(storage, 'ada', (text) => void kept.push(text))
    expect(kept).toEqual([])
    expect(storage.keys()).toHaveLength(3)
  })

  test('leaves texts that could not be stored', async () => {
    const storage = storageOf(JSON.stringify(copy(1)), JSON.stringify(copy(2)))
    const full = async ({ id }: UnsavedText) => {
      if (id === idOf(2)) throw new Error('no room')
    }
    await expect(importLocalCopies(storage, 'ada', full)).rejects.toThrow('no room')
    expect(storage.keys()).toEqual(['priormark.post-copy.1'])
  })
})
