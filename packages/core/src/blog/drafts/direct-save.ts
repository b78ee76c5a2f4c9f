import type { PostInput } from '../post-input.ts'
import { ApiError, NetworkError } from '../../platform/http/api-error.ts'
import type { Client } from '../../platform/http/client.ts'
import { createDraftServer } from './draft-server.ts'
import type { DraftSave } from './draft-save.ts'
import type { SaveResult } from './draft-service.ts'

/**
 * Saves directly on the server, for a machine that cannot store drafts. Never overwrites a version that the author has
 * not seen. A retry after a lost response uses the same Idempotency-Key. Rejects if the server cannot be reached, since
 * the text is then stored nowhere.
 */
export function createDirectSave(client: Client, newId: () => string) {
  const server = createDraftServer(client)
  let attempt = { save: '', key: '', copyId: '' }
  return async (save: DraftSave<PostInput>): Promise<SaveResult> => {
    const { id: postId, content, basedOn, resolution } = save
    const text = JSON.stringify(save)
    if (attempt.save !== text) attempt = { save: text, key: newId(), copyId: newId() }
    const isCopy = resolution === 'copy'
    const { revision } = basedOn
    const result = { id: isCopy ? attempt.copyId : postId, revision, isStored: false }
    if (content === null || resolution === 'theirs')
      return { ...result, kind: 'saved', title: '', version: null }
    const baseVersion = isCopy ? null : basedOn.version
    const kind = baseVersion === null ? 'create' : 'change'
    const sent = await server.send(result.id, { id: attempt.key, kind, revision, baseVersion, text: content })
    switch (sent.outcome) {
      case 'accepted':
        return {
          ...result,
          kind: 'saved',
          title: sent.post.text?.title ?? content.title,
          version: sent.post.version,
        }
      case 'conflict':
        return { ...result, kind: 'conflict', theirs: { ...sent.theirs, revision, savedAt: null } }
      case 'rejected':
        return { ...result, kind: 'rejected', problem: sent.problem }
      case 'unauthenticated':
        throw new ApiError(401, '')
      case 'busy':
      case 'broken':
        throw new ApiError(500, JSON.stringify({ error: sent.message }))
      case 'later':
        throw new NetworkError(null)
    }
  }
}
