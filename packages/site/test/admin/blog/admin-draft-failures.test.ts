import { expect, test } from 'vitest'
import { draftId as id, formText as text, modelOf, putPost as server } from './draft-editor.ts'
import { accepted, conflicting, MemoryDrafts } from './memory-drafts.ts'

const failure = { outcome: 'failed', message: 'Something went wrong' } as const

test('reports an error of the server, keeps the text, and sends it at the next try', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 1)
  const model = modelOf(drafts, text('Old'))
  model.edit({ title: 'New' })
  drafts.respond = () => failure
  expect(await model.save()).toMatchObject({ kind: 'failed', message: 'Something went wrong' })
  const { isDone, form } = model.store.getState()
  expect({ isDone, title: form.title }).toEqual({ isDone: false, title: 'New' })
  expect(drafts.rows.get(id)?.draft?.title).toBe('New')
  drafts.respond = accepted
  expect(await model.save()).toMatchObject({ kind: 'saved', title: 'New' })
})

test('takes a deletion back that the server fails at', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 1)
  drafts.respond = () => failure
  expect(await drafts.service.remove(id)).toEqual({ kind: 'rejected', message: 'Something went wrong' })
  expect(drafts.rows.get(id)).toMatchObject({
    isRemoved: false,
    request: null,
    problem: null,
    baseVersion: 1,
  })
  expect(await drafts.service.status()).toMatchObject({ waitingCount: 0, blockedCount: 0 })
})

test('makes one copy, and leaves the editor, if the server fails at it', async () => {
  const drafts = new MemoryDrafts()
  server(drafts, 1)
  drafts.respond = conflicting(text('Theirs'), 2)
  const model = modelOf(drafts, text('Old'))
  model.edit({ title: 'Mine' })
  await model.save()
  drafts.respond = () => failure
  expect(await model.saveAsCopy()).toMatchObject({ kind: 'failed' })
  expect(model.store.getState().isDone).toBe(true)
})
