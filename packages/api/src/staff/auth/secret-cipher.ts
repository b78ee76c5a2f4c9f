import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const tagBytes = 16
const nonceBytes = 12

export type SecretCipher = ReturnType<typeof createSecretCipher>

/**
 * Encrypts small secrets for the database with AES-256-GCM and a key derived from `masterKey`. The result is
 * `nonce || tag || ciphertext` in base64url.
 * @param formerKey decrypts secrets from before there was a master key
 */
export function createSecretCipher(masterKey: string, formerKey: string = masterKey) {
  const key = keyFrom(masterKey)
  const keys = [key, keyFrom(formerKey)]
  return {
    /** @param owner what the secret belongs to; decryption fails for any other owner */
    encrypt(secret: string, owner: string): string {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')
    },
    /** Returns the secret, or null if it was encrypted with another key, for another owner, or was changed. */
    decrypt(encrypted: string, owner: string): string | null {
      for (const candidate of keys) {
        const secret = decryptWith(candidate, Buffer.from(encrypted, 'base64url'), owner)
        if (secret !== null) return secret
      }
      return null
    },
  }
}

function keyFrom(masterKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'priormark: secrets at rest', 32))
}

function decryptWith(key: Buffer, bytes: Buffer, owner: string): string | null {
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
