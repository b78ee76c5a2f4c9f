import type { PostInput } from '@priormark/core/blog/post'
import { NetworkError } from '@priormark/core/platform/http/api-error'
import { newDraftRow } from '@priormark/core/blog/drafts/draft-row'
import { PostEditorModel } from '../../../src/admin/blog/editor/post-editor-model.ts'
import { emptyForm } from '../../../src/admin/blog/editor/post-form.ts'
import type { MemoryDrafts } from './memory-drafts.ts'

/** The post that the tests edit. */
export const draftId = '10000000-0000-4000-8000-000000000000'
/** A form with this title. */
export const formText = (title: string): PostInput => ({
  ...emptyForm,
  title,
  slug: 'a',
  content: `<p>${title}</p>`,
})
/** This computer has a version of the server. */
export const putPost = (drafts: MemoryDrafts, version: number, title = 'Old') =>
  drafts.put(draftId, {
    ...newDraftRow(draftId),
    baseVersion: version,
    base: formText(title),
    ownSince: version,
  })

/** An editor that saves with these drafts. */
export function modelOf({ service }: MemoryDrafts, form: PostInput, version: number | null = 1) {
  let last = 0
  const basedOn = { version, revision: 0 }
  return new PostEditorModel(
    {
      id: draftId,
      basedOn,
      form,
      theirs: null,
      problem: null,
      isDraft: false,
      createdBy: null,
      seenAt: null,
    },
    {
      save: (save) => service.save(save),
      autosave: () => Promise.reject(new NetworkError(null)),
      storeUnsaved: async () => false,
      dropUnsaved: () => undefined,
      newId: () => `20000000-0000-4000-8000-${String((last += 1)).padStart(12, '0')}`,
    },
  )
}
