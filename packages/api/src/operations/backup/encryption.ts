import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Decrypter, Encrypter } from 'age-encryption'
import { DamagedBackup } from './read-archive.ts'

/**
 * The keys of backups. Encrypted backups are files of the age format (age-encryption.org), which other programs can decrypt too.
 */
export interface BackupKeys {
  passphrase: string | null
  /** A public key, 'age1...', with which the server can encrypt and not decrypt. */
  recipient: string | null
  /** The matching secret key, 'AGE-SECRET-KEY-1...'; only needed to restore. */
  identity: string | null
}

const ageHeader = 'age-encryption.org/'

/** Encrypts a stream for the recipient if set, otherwise with the passphrase. @throws Error if neither is set */
export async function encryptStream(content: Readable, keys: BackupKeys): Promise<Readable> {
  const encrypter = new Encrypter()
  if (keys.recipient !== null) encrypter.addRecipient(keys.recipient)
  else if (keys.passphrase !== null) encrypter.setPassphrase(keys.passphrase)
  else throw new Error('To encrypt, set BACKUP_RECIPIENT (an age public key) or BACKUP_PASSPHRASE.')
  return Readable.from(await encrypter.encrypt(ReadableStream.from<Uint8Array>(content)), {
    objectMode: false,
  })
}

/** Opens a backup and decrypts it if necessary. @throws DamagedBackup, or Error if no key fits */
export async function openBackup(file: string, keys: BackupKeys): Promise<Readable> {
  const handle = await open(file, 'r').catch((cause: unknown) => {
    throw new Error(`There is no backup at ${file}.`, { cause })
  })
  const header = Buffer.alloc(ageHeader.length)
  await handle.read(header, 0, header.length, 0)
  const content = handle.createReadStream({ start: 0, highWaterMark: 256 * 1024 })
  if (header.toString('latin1') !== ageHeader) return content
  if (keys.passphrase === null && keys.identity === null) {
    content.destroy()
    throw new Error(
      'The backup is encrypted: set BACKUP_PASSPHRASE, or BACKUP_IDENTITY to the age secret key.',
    )
  }
  const decrypter = new Decrypter()
  if (keys.passphrase !== null) decrypter.addPassphrase(keys.passphrase)
  if (keys.identity !== null) decrypter.addIdentity(keys.identity)
  try {
    const decrypted = await decrypter.decrypt(ReadableStream.from<Uint8Array>(content))
    return Readable.from(decrypted, { objectMode: false })
  } catch (error) {
    content.destroy()
    if (error instanceof Error && /no identity matched|incorrect passphrase/i.test(error.message)) {
      throw new Error('The backup is encrypted with another key or passphrase.', { cause: error })
    }
    throw new DamagedBackup('The backup is damaged: its first bytes cannot be read.', error)
  }
}
