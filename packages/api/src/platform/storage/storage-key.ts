import { randomUUID } from 'node:crypto'

const keyPattern = /^[0-9a-f]{2}\/[0-9a-z-]{1,100}$/

/** Two hex digits, a slash, a name, so that no key leads out of its folder or bucket. */
export function isStorageKey(key: string): boolean {
  return keyPattern.test(key)
}

/** Makes a key for a new file. */
export function newStorageKey(): string {
  const id = randomUUID()
  return `${id.slice(0, 2)}/${id}`
}

/** @throws Error for an invalid key, which is a programming error */
export function checkStorageKey(key: string): string {
  if (!isStorageKey(key)) throw new Error(`not a storage key: ${key}`)
  return key
}
