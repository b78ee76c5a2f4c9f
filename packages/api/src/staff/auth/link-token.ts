import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AccountLink } from './admin-entity.ts'

const idBytes = 16

/** What a secret is signed for. Every request of a link gives it another secret. */
type SignedLink = Pick<AccountLink, 'kind' | 'id' | 'requestedAt'>

/** Signs the links of emails, so that the database contains no secret that opens one. */
export interface LinkSigner {
  /** Returns the secret of the newest request of a link. The same for every attempt to send it. */
  sign(link: SignedLink): string
  /** Whether a secret is that of the newest request of a link. */
  isSecretOf(link: SignedLink, token: string): boolean
}

/** @param key signs cookies as well; see cookieKey() */
export function createLinkSigner(key: string): LinkSigner {
  const signedBytes = ({ kind, id, requestedAt }: SignedLink) => {
    const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
    const signature = createHmac('sha256', key)
      .update(`account link: ${kind}, ${requestedAt.toISOString()}: `)
      .update(bytes)
    return Buffer.concat([bytes, signature.digest()])
  }
  return {
    sign: (link) => signedBytes(link).toString('base64url'),
    isSecretOf(link, token) {
      const [given, expected] = [Buffer.from(token, 'base64url'), signedBytes(link)]
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

/** Returns the id of the link that a secret claims to belong to; null if it has none. */
export function claimedLinkId(token: string): string | null {
  const id = Buffer.from(token, 'base64url').subarray(0, idBytes)
  if (id.length < idBytes) return null
  return id.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
