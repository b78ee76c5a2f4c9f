import type { DiscardedDraft, DraftService, UnsavedText } from '@priormark/core/blog/drafts/draft-service'
import { countWords, textOf } from '@priormark/core/blog/excerpt'
import type { Revision, RevisionSummary } from '@priormark/core/blog/revision'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { draftsKey } from '../draft-queries.ts'
import { blogKey } from '../post-queries.ts'
import { textsOf } from './post-form.ts'
import { abandonedTexts } from './unsaved-text.ts'

/** An earlier text of a post: a revision on the server, or a text that only this computer has. */
export interface EarlierText extends Pick<RevisionSummary, 'id' | 'at' | 'title' | 'wordCount'> {
  kind: 'version' | 'autosave' | 'unsaved' | 'discarded'
  name: string
  /** Who saved it; null for a text of this computer. */
  by: string | null
  /** Null if the server is asked for it. */
  fields: Revision['fields'] | null
}

/** The earlier texts of a post, newest first. Without the server, those of this computer. */
export function useHistory(postId: string) {
  const { api, platform } = useAdmin()
  const { drafts } = platform
  const revisions = useQuery({
    queryKey: [...blogKey, 'revisions', postId],
    queryFn: ({ signal }) => api.blog.revisions({ params: { id: postId } }, { signal }),
    gcTime: 0,
  })
  const local = useQuery({
    queryKey: [...draftsKey, 'history', postId],
    queryFn: () => localTexts(drafts, postId),
    gcTime: 0,
  })
  const texts = [...(revisions.data ?? []).map((line) => earlierRevision(line)), ...(local.data ?? [])]
  return {
    isPending: revisions.isPending || local.isPending,
    isServerMissing: revisions.isError,
    texts: texts.sort((one, other) => other.at.localeCompare(one.at)),
  }
}

/** Reads the text of a revision. @param id null while none is chosen */
export function useRevision(postId: string, id: string | null) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: [...blogKey, 'revision', id],
    queryFn: ({ signal }) => api.blog.revision({ params: { id: postId, revisionId: id ?? '' } }, { signal }),
    enabled: id !== null,
    gcTime: 0,
  })
}

/** Returns the texts of a post that only this computer has; none if drafts cannot be stored here. */
async function localTexts(drafts: DraftService, postId: string): Promise<EarlierText[]> {
  const [unsaved, discarded] = await Promise.all([
    abandonedTexts(drafts, postId).catch(() => []),
    drafts.discarded().catch(() => []),
  ])
  return [
    ...unsaved.map((text) => earlierText('unsaved', 'Unsaved text on this computer', text, text.content)),
    ...discarded
      .filter((draft) => draft.postId === postId)
      .map((draft) => earlierText('discarded', 'Discarded draft on this computer', draft, draft.text)),
  ]
}

function earlierText(
  kind: EarlierText['kind'],
  name: string,
  { id, at }: Pick<DiscardedDraft | UnsavedText, 'id' | 'at'>,
  text: DiscardedDraft['text'],
): EarlierText {
  const wordCount = countWords(textOf(text.content))
  return { id, kind, name, at, by: null, title: text.title, wordCount, fields: textsOf(text) }
}

function earlierRevision({ id, kind, version, at, by, title, wordCount }: RevisionSummary): EarlierText {
  const isVersion = kind === 'saved'
  return {
    id,
    kind: isVersion ? 'version' : 'autosave',
    name: isVersion ? `Version ${version ?? '?'}` : 'Autosaved draft',
    at,
    by,
    title,
    wordCount,
    fields: null,
  }
}
