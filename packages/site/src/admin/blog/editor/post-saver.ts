import type { Api } from '@priormark/core/api'
import { entityTag } from '@priormark/core/blog/endpoints'
import { AdminPost } from '@priormark/core/blog/post'
import type { PostInput } from '@priormark/core/blog/post-input'
import type { DraftSave } from '@priormark/core/drafts/draft-save'
import {
  DraftsUnavailable,
  type DraftService,
  type SaveResult,
  type TheirText,
} from '@priormark/core/drafts/draft-service'
import { postText } from '@priormark/core/drafts/post-text'
import { ApiError } from '@priormark/core/http/api-error'
import * as v from 'valibot'
import { noteDraftFailure, noteDraftsKept } from '../../drafts/draft-status.ts'

/** A text of an editor that is to be saved. */
export type PostSave = DraftSave<PostInput> & { content: PostInput }

/** Saves a text. Rejects if it was kept nowhere: no network, no login. */
export type PostSaver = (save: PostSave) => Promise<SaveResult>

/** The calls that save a post on the server. */
type PostCalls = { blog: Pick<Api['blog'], 'create' | 'change'> }

/** Saves on this machine, which sends the text to the server; directly on the server where the machine keeps no drafts. */
export function createPostSaver(
  drafts: Pick<DraftService, 'save'> | undefined,
  saveOnServer: PostSaver,
): PostSaver {
  if (drafts === undefined) return saveOnServer
  return async (save) => {
    try {
      const result = await drafts.save(save)
      noteDraftsKept()
      return result
    } catch (error) {
      if (!(error instanceof DraftsUnavailable)) throw error
      noteDraftFailure(error)
      return saveOnServer(save)
    }
  }
}

/**
 * Saves on the server, never over a version that the author has not seen. An attempt whose response was lost is repeated under
 * the same Idempotency-Key, so that nothing happens twice.
 */
export function createServerSaver(api: PostCalls, newId: () => string): PostSaver {
  let attempt = { save: '', key: '', copyId: '' }
  return async (save) => {
    const text = JSON.stringify(save)
    if (attempt.save !== text) attempt = { save: text, key: newId(), copyId: newId() }
    const { content, basedOn, resolution } = save
    const isCopy = resolution === 'copy'
    const kept = { id: isCopy ? attempt.copyId : save.id, revision: basedOn.revision }
    if (resolution === 'theirs') return { ...kept, kind: 'saved', title: content.title }
    try {
      const version = isCopy ? null : basedOn.version
      const { title } = await sendPost(api, { id: kept.id, version, content }, attempt.key)
      return { ...kept, kind: 'saved', title }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 412) {
        return { ...kept, kind: 'conflict', theirs: readTheirs(error.body, basedOn.revision), isKept: false }
      }
      const { sentence = null, fields } = error
      if (Object.keys(fields).length === 0) throw error
      const problem = { sentence, fields, freeSlug: readSuggestion(error.body) }
      return { ...kept, kind: 'rejected', problem, isKept: false }
    }
  }
}

/** Creates a post where there is no version to change. */
function sendPost(
  api: PostCalls,
  { id, version, content }: { id: string; version: number | null; content: PostInput },
  key: string,
): Promise<AdminPost> {
  const headers = { 'idempotency-key': key }
  if (version === null) return api.blog.create({ body: { id, ...content } }, { headers })
  const match = { ...headers, 'if-match': entityTag(version) }
  return api.blog.change({ params: { id }, body: content }, { headers: match })
}

function readSuggestion(body: unknown): string | null {
  const result = v.safeParse(v.object({ suggestion: v.string() }), body)
  return result.success ? result.output.suggestion : null
}

const Conflict = v.object({ current: v.nullable(AdminPost), currentVersion: v.number() })

function readTheirs(body: unknown, revision: number): TheirText {
  const { current, currentVersion: version } = v.parse(Conflict, body)
  const text = current === null ? null : postText(current)
  return { text, version, revision, savedAt: current?.updatedAt ?? null }
}
