import type { Api } from '@priormark/core/api'
import { entityTag } from '@priormark/core/blog/endpoints'
import { AdminPost } from '@priormark/core/blog/post'
import { postText } from '@priormark/core/drafts/post-text'
import type { FieldErrors } from '@priormark/core/errors'
import { ApiError } from '@priormark/core/http/api-error'
import * as v from 'valibot'
import { submissionOf, type PostForm } from './post-form.ts'

/** A form on its way to the server. */
export interface PostSaving {
  id: string
  /** The version it was written upon; null for a post that does not exist yet. */
  version: number | null
  form: PostForm
  /** The conflict that this ends: of which post, how, and which version of theirs was shown. */
  conflict?: { id: string; how: 'mine' | 'copy'; seenVersion: number | null }
}

/** What stands on the server where somebody else was faster. */
export interface TheirPost {
  /** Null where they deleted the post. */
  form: PostForm | null
  /** Null where the server knows no such post. */
  version: number | null
  /** When they saved it, ISO 8601; null where that is not known. */
  savedAt: string | null
}

/**
 * How saving ended. `kept`: on this machine, which sends it when it can. `isKept`: the text is safe on this machine though
 * the server did not take it. Anything else (where nothing is kept: no network, no login) is thrown.
 */
export type SaveOutcome =
  | { kind: 'saved'; title: string }
  | { kind: 'kept'; isLoggedOut: boolean }
  | { kind: 'conflict'; theirs: TheirPost; isKept: boolean }
  | {
      kind: 'refused'
      fields: FieldErrors
      sentence: string | undefined
      freeSlug: string | null
      isKept: boolean
    }

/**
 * Creates or changes a post, never over a version that the writer has not seen. `key` names this attempt: sent again
 * with the same form, nothing happens twice.
 */
export async function savePost(
  api: Pick<Api, 'blog'>,
  { id, version, form }: PostSaving,
  key: string,
): Promise<SaveOutcome> {
  const body = submissionOf(form)
  const headers = { 'idempotency-key': key }
  try {
    const post =
      version === null
        ? await api.blog.create({ body: { id, ...body } }, { headers })
        : await api.blog.change(
            { params: { id }, body },
            { headers: { ...headers, 'if-match': entityTag(version) } },
          )
    return { kind: 'saved', title: post.title }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 412) return { kind: 'conflict', theirs: readTheirs(error.body), isKept: false }
    if (Object.keys(error.fields).length === 0) throw error
    return {
      kind: 'refused',
      fields: error.fields,
      sentence: error.sentence,
      freeSlug: readSuggestion(error.body),
      isKept: false,
    }
  }
}

function readSuggestion(body: unknown): string | null {
  const result = v.safeParse(v.object({ suggestion: v.string() }), body)
  return result.success ? result.output.suggestion : null
}

const Conflict = v.object({ current: v.nullable(AdminPost), currentVersion: v.number() })

function readTheirs(body: unknown): TheirPost {
  const { current, currentVersion } = v.parse(Conflict, body)
  return {
    form: current === null ? null : postText(current),
    version: currentVersion,
    savedAt: current?.updatedAt ?? null,
  }
}
