import * as v from 'valibot'
import { blogEndpoints, entityTag } from '../endpoints.ts'
import { AdminPost } from '../post.ts'
import { ApiError, hasReachedServer, NetworkError } from '../../platform/http/api-error.ts'
import type { Client } from '../../platform/http/client.ts'
import { imageEndpoints } from '../images/endpoints.ts'
import { type DraftImage, type FrozenRequest, type ServerPost, postText } from './draft-row.ts'
import type { DraftProblem, DraftSave, SaveResult } from './draft-service.ts'

/**
 * A failed call, after which the same request is sent again. `message` is the server's message for a person, or null.
 * - `unauthenticated`: the user must log in; nothing is lost.
 * - `busy`: the server responded that it cannot serve requests now.
 * - `failed`: the server failed at this request, and other requests go first. If one of those needs a slug that this request would
 *   free, the server rejects it and its author decides.
 */
export type Failure =
  | { outcome: 'unreachable' | 'unauthenticated' }
  | { outcome: 'busy' | 'failed'; message: string | null }

type Rejection = { outcome: 'rejected'; problem: DraftProblem }

export type SendOutcome =
  | Failure
  | Rejection
  | { outcome: 'accepted'; post: ServerPost }
  /** 412, and 404 with `version: null`. */
  | { outcome: 'conflict'; theirs: ServerPost }

type ChangesOutcome =
  | Failure
  | { outcome: 'changes'; posts: ({ id: string } & ServerPost)[]; cursor: number; more: boolean }

/** The server, as drafts use it. Network and server failures are outcomes, never exceptions. */
export interface DraftServer {
  /** POST, PUT or DELETE with Idempotency-Key and, unless it creates the post, If-Match. */
  send(postId: string, request: FrozenRequest): Promise<SendOutcome>
  /** Uploads an image. Idempotent. */
  uploadImage(
    sha256: string,
    image: DraftImage,
  ): Promise<Failure | Rejection | { outcome: 'uploaded'; url: string }>
  /** Returns changes after `cursor`, each post once, oldest first. */
  changes(cursor: number): Promise<ChangesOutcome>
}

/** Implements the server of drafts with the API. */
export function createDraftServer(client: Client): DraftServer {
  return {
    async send(id, request) {
      try {
        return { outcome: 'accepted', post: await sendRequest(client, id, request) }
      } catch (error) {
        const failure = temporaryFailure(error)
        if (failure !== null) return failure
        if (error instanceof ApiError && error.status === 412) return conflictFrom(error.body)
        // A 404 of a proxy has no code.
        if (error instanceof ApiError && error.status === 404 && error.code === 'not_found') {
          return request.text === null
            ? { outcome: 'accepted', post: { version: request.baseVersion, text: null } }
            : { outcome: 'conflict', theirs: { version: null, text: null } }
        }
        return { outcome: 'rejected', problem: problemOf(error) }
      }
    },

    async uploadImage(sha256, image) {
      try {
        const form = new FormData()
        form.set('image', new Blob([image.bytes], { type: image.type }), sha256.slice(0, 16))
        const { url } = await client.call(imageEndpoints.upload, { form })
        return { outcome: 'uploaded', url }
      } catch (error) {
        return temporaryFailure(error) ?? { outcome: 'rejected', problem: problemOf(error) }
      }
    },

    async changes(cursor) {
      try {
        const { posts, deleted, sequence, more } = await client.call(blogEndpoints.changes, {
          query: { since: cursor },
        })
        return {
          outcome: 'changes',
          posts: [
            ...posts.map((post) => ({ id: post.id, ...serverPost(post) })),
            ...deleted.map(({ id, version }) => ({ id, version, text: null })),
          ],
          cursor: sequence,
          more,
        }
      } catch (error) {
        // A user whose role excludes the blog has nothing to fetch.
        if (error instanceof ApiError && error.code === 'role_required') {
          return { outcome: 'changes', posts: [], cursor, more: false }
        }
        // No author can fix a rejected read, so it is retried later.
        return temporaryFailure(error) ?? { outcome: 'busy', message: messageIn(error) }
      }
    },
  }
}

/** Browsers and Node have both, but core uses the type libraries of neither. */
declare const FormData: new () => { set(name: string, value: object, fileName: string): void }
declare const Blob: new (parts: Uint8Array[], options: { type: string }) => object

async function sendRequest(
  client: Client,
  id: string,
  { id: key, baseVersion, text }: FrozenRequest,
): Promise<ServerPost> {
  const condition = baseVersion === null ? {} : { 'if-match': entityTag(baseVersion) }
  const options = { headers: { 'idempotency-key': key, ...condition } }
  if (text === null) {
    const { version } = await client.call(blogEndpoints.remove, { params: { id } }, options)
    return { version, text: null }
  }
  return serverPost(
    baseVersion === null
      ? await client.call(blogEndpoints.create, { body: { ...text, id } }, options)
      : await client.call(blogEndpoints.change, { params: { id }, body: text }, options),
  )
}

function serverPost(post: AdminPost): ServerPost {
  const { version, publishedAt, updatedAt, createdBy } = post
  return { version, text: postText(post), facts: { publishedAt, updatedAt, createdBy } }
}

const Conflict = v.object({ current: v.nullable(AdminPost), currentVersion: v.number() })

/** Returns the server's version from the body of a 412. A request whose response has none is sent again. */
function conflictFrom(body: unknown): SendOutcome {
  const conflict = v.safeParse(Conflict, body)
  if (!conflict.success) return { outcome: 'busy', message: null }
  const { current, currentVersion } = conflict.output
  return {
    outcome: 'conflict',
    theirs: current === null ? { version: currentVersion, text: null } : serverPost(current),
  }
}

function problemOf(error: unknown): DraftProblem {
  const suggestion = v.safeParse(
    v.object({ suggestion: v.string() }),
    error instanceof ApiError ? error.body : null,
  )
  return {
    message: messageIn(error),
    fields: error instanceof ApiError ? error.fields : {},
    freeSlug: suggestion.success ? suggestion.output.suggestion : null,
  }
}

/**
 * Returns the failure if the same request should be sent again: no network, a busy, starting or failing server, or an
 * unreadable response.
 */
export function temporaryFailure(error: unknown): Failure | null {
  if (!hasReachedServer(error)) return { outcome: 'unreachable' }
  if (!(error instanceof ApiError)) return { outcome: 'busy', message: null }
  if (error.status === 401) return { outcome: 'unauthenticated' }
  // Proxies send 502 to 504, but never 500.
  if (error.status === 500) return { outcome: 'failed', message: messageIn(error) }
  const isFromProxy = error.status === 404 && error.code === undefined
  const isTemporary = error.status >= 500 || [408, 425, 429].includes(error.status) || isFromProxy
  return isTemporary ? { outcome: 'busy', message: messageIn(error) } : null
}

/** Returns the server's message for a person, or null. */
function messageIn(error: unknown): string | null {
  return (error instanceof ApiError && error.serverMessage) || null
}

/**
 * Saves directly on the server, for a machine that cannot store drafts. Never overwrites a version that the author has
 * not seen. A retry after a lost response uses the same Idempotency-Key. Rejects if the server cannot be reached, since
 * the text is then stored nowhere.
 */
export function createDirectSave(client: Client, newId: () => string) {
  const server = createDraftServer(client)
  let lastAttempt = { save: '', key: '', copyId: '' }
  return async (save: DraftSave): Promise<SaveResult> => {
    const { id: postId, content, basedOn, resolution } = save
    const json = JSON.stringify(save)
    if (lastAttempt.save !== json) lastAttempt = { save: json, key: newId(), copyId: newId() }
    const isCopy = resolution === 'copy'
    const { revision } = basedOn
    const result = { id: isCopy ? lastAttempt.copyId : postId, revision, isStored: false }
    if (content === null || resolution === 'theirs')
      return { ...result, kind: 'saved', title: '', version: null }
    const baseVersion = isCopy ? null : basedOn.version
    const request = { id: lastAttempt.key, revision, baseVersion, text: content }
    const response = await server.send(result.id, request)
    switch (response.outcome) {
      case 'accepted': {
        const { text, version } = response.post
        return { ...result, kind: 'saved', title: text?.title ?? content.title, version }
      }
      case 'conflict':
        return { ...result, kind: 'conflict', theirs: { ...response.theirs, revision, savedAt: null } }
      case 'rejected':
        return { ...result, kind: 'rejected', problem: response.problem }
      case 'unauthenticated':
        throw new ApiError(401, '')
      case 'busy':
      case 'failed':
        throw new ApiError(500, JSON.stringify({ error: response.message }))
      case 'unreachable':
        throw new NetworkError(null)
    }
  }
}
