import * as v from 'valibot'
import { blogEndpoints, entityTag } from '../endpoints.ts'
import { AdminPost } from '../post.ts'
import type { PostInput } from '../post-input.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Client } from '../../platform/http/client.ts'
import { imageEndpoints } from '../images/endpoints.ts'
import { failureOf, messageIn } from './call-failure.ts'
import type { DraftImage, DraftServer, SendOutcome } from './draft-ports.ts'
import type { DraftProblem, FrozenRequest, ServerPost } from './draft-row.ts'
import { postText } from './post-text.ts'

/** Implements the server of drafts with the API: maps every response to what it means for a draft's request. */
export function createDraftServer(client: Client): DraftServer<PostInput> {
  return {
    async send(id, request) {
      try {
        return { outcome: 'accepted', post: await sendRequest(client, id, request) }
      } catch (error) {
        if (hasBroken(error)) return { outcome: 'broken', message: messageIn(error) }
        const failure = failureOf(error)
        if (failure !== null) return failure
        if (error instanceof ApiError && error.status === 412) return conflictFrom(error.body)
        if (error instanceof ApiError && isGone(error)) {
          const isWanted = request.kind === 'remove'
          const nothing: ServerPost<PostInput> = { version: request.baseVersion, text: null }
          return isWanted
            ? { outcome: 'accepted', post: nothing }
            : { outcome: 'conflict', theirs: { version: null, text: null } }
        }
        return { outcome: 'rejected', problem: problemOf(error) }
      }
    },

    async uploadImage(sha256, image) {
      try {
        const form = imageForm(image, sha256.slice(0, 16))
        const { url } = await client.call(imageEndpoints.upload, { form })
        return { outcome: 'uploaded', url }
      } catch (error) {
        if (hasBroken(error)) return { outcome: 'broken', message: messageIn(error) }
        return failureOf(error) ?? { outcome: 'rejected', problem: problemOf(error) }
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
        // A role without the blog has nothing to fetch.
        if (error instanceof ApiError && error.code === 'role_required') {
          return { outcome: 'changes', posts: [], cursor, more: false }
        }
        // No author can fix a rejected read, so it is retried later.
        return failureOf(error) ?? { outcome: 'busy', message: messageIn(error) }
      }
    },
  }
}

/** Browsers and Node have both, but core uses neither's type libraries. */
declare const FormData: new () => { set(name: string, value: object, fileName: string): void }
declare const Blob: new (parts: Uint8Array[], options: { type: string }) => object

function imageForm({ bytes, type }: DraftImage, fileName: string): object {
  const form = new FormData()
  form.set('image', new Blob([bytes], { type }), fileName)
  return form
}

async function sendRequest(
  client: Client,
  id: string,
  { id: key, kind, baseVersion, text }: FrozenRequest<PostInput>,
): Promise<ServerPost<PostInput>> {
  if (kind === 'create' && text !== null) {
    const created = await client.call(
      blogEndpoints.create,
      { body: { ...text, id } },
      { headers: { 'idempotency-key': key } },
    )
    return serverPost(created)
  }
  const condition: Record<string, string> =
    baseVersion === null ? { 'if-none-match': '*' } : { 'if-match': entityTag(baseVersion) }
  const options = { headers: { 'idempotency-key': key, ...condition } }
  if (kind === 'remove' || text === null) {
    const { version } = await client.call(blogEndpoints.remove, { params: { id } }, options)
    return { version, text: null }
  }
  const post = await client.call(blogEndpoints.change, { params: { id }, body: text }, options)
  return serverPost(post)
}

function serverPost(post: AdminPost): ServerPost<PostInput> & { text: PostInput } {
  const { version, publishedAt, updatedAt, createdBy } = post
  return { version, text: postText(post), facts: { publishedAt, updatedAt, createdBy } }
}

/** Whether the server itself failed at the request. Proxies send 502 to 504, but never 500. */
function hasBroken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 500
}

/** Whether the server itself says that the post does not exist. A 404 of a proxy has no code. */
function isGone({ status, code }: ApiError): boolean {
  return status === 404 && code === 'not_found'
}

const Conflict = v.object({ current: v.nullable(AdminPost), currentVersion: v.number() })

/** Returns the server's version from a 412. A request whose response has none is sent again. */
function conflictFrom(body: unknown): SendOutcome<PostInput> {
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
