import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LinkKind } from './account-link-entity.ts'

const idBytes = 16

/** Signs the links of emails, so that the database contains no secret that opens one. */
export interface LinkSigner {
  /** Returns the secret of a link. The same for every email about it. */
  sign(kind: LinkKind, id: string): string
  /** Returns the id of the link that a secret belongs to; null if it was not signed for this kind. */
  read(kind: LinkKind, token: string): string | null
}

/** @param key signs cookies as well; see cookieKey() */
export function createLinkSigner(key: string): LinkSigner {
  const signature = (kind: LinkKind, id: Buffer) =>
    createHmac('sha256', key).update(`account link: ${kind}: `).update(id).digest()
  return {
    sign(kind, id) {
      const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
      return Buffer.concat([bytes, signature(kind, bytes)]).toString('base64url')
    },
    read(kind, token) {
      const bytes = Buffer.from(token, 'base64url')
      const id = bytes.subarray(0, idBytes)
      const expected = signature(kind, id)
      const given = bytes.subarray(idBytes)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return id.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
  }
}
