import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { editDraft } from '@priormark/core/blog/drafts/draft-machine'
import { newDraftRow } from '@priormark/core/blog/drafts/draft-row'
import { openDraftStore } from '../../src/main/blog/draft-store.ts'
import { postText } from './draft-fixtures.ts'

// Saves drafts as fast as it can and prints the id of each once it is acknowledged, until it is killed.
const store = openDraftStore(process.argv[2] ?? '')
for (;;) {
  const id = randomUUID()
  const row = editDraft(newDraftRow(id), postText({ title: id }))
  await store.change([id], () => ({ change: { rows: [{ id, row }] }, result: null }))
  process.stdout.write(`${id}\n`)
}
