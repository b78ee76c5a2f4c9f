import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts small secrets for the database. */
export interface SecretSeal {
  /** @param owner whose secret it is: the sealed text opens for nobody else */
  seal(secret: string, owner: string): string
  /** The secret, or null where it was sealed with another key, for another owner, or changed. */
  open(sealed: string, owner: string): string | null
}

const tagBytes = 16
const nonceBytes = 12

/** Seals by AES-256-GCM under a key that is derived from `masterKey`; the text is `nonce || tag || ciphertext` in base64url. */
export function createSecretSeal(masterKey: string): SecretSeal {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'priormark: secrets at rest', 32))
  return {
    seal(secret, owner) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url')
      const nonce = bytes.subarray(0, nonceBytes)
      const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
          .setAAD(Buffer.from(owner))
          .setAuthTag(tag)
        const secret = cipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8')
        return secret + cipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}
