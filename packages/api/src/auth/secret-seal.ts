import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts small secrets for the database. */
export interface SecretSeal {
  /** @param owner whose secret it is; decryption fails for any other owner */
  seal(secret: string, owner: string): string
  /** Returns the secret, or null if it was encrypted with another key, for another owner, or was changed. */
  open(sealed: string, owner: string): string | null
}

const tagBytes = 16
const nonceBytes = 12

/**
 * Encrypts with AES-256-GCM and a key derived from `masterKey`. The result is `nonce || tag || ciphertext` in base64url.
 * @param formerKey decrypts secrets from before there was a master key
 */
export function createSecretSeal(masterKey: string, formerKey: string = masterKey): SecretSeal {
  const key = keyFrom(masterKey)
  const keys = [key, keyFrom(formerKey)]
  return {
    seal(secret, owner) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sealed, owner) {
      for (const one of keys) {
        const secret = openWith(one, Buffer.from(sealed, 'base64url'), owner)
        if (secret !== null) return secret
      }
      return null
    },
  }
}

function keyFrom(masterKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'priormark: secrets at rest', 32))
}

function openWith(key: Buffer, bytes: Buffer, owner: string): string | null {
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
}
