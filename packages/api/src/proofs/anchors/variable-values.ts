import { readFileSync } from 'node:fs'

/** Reads a whole number within limits. Adds a problem if it is not one. */
export function readWholeNumber(
  name: string,
  text: string | undefined,
  { min, max, fallback }: { min: number; max: number; fallback: number },
  problems: string[],
): number {
  const trimmedText = text?.trim() ?? ''
  if (trimmedText === '') return fallback
  const value = /^\d{1,9}$/.test(trimmedText) ? Number(trimmedText) : 0
  if (value < min || value > max) problems.push(`${name} must be a whole number from ${min} to ${max}.`)
  return value
}

/** Splits a list at its commas, without empty items. */
export function splitList(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((item) => (item.trim() === '' ? [] : [item.trim()]))
}

/** Reads a list of server addresses. Adds a problem for each unsafe one. @param fallback for an empty list */
export function readAddresses(
  name: string,
  text: string | undefined,
  fallback: readonly string[],
  problems: string[],
): string[] {
  const addresses = splitList(text)
  for (const address of addresses.filter((text) => !isSafeAddress(text))) {
    problems.push(
      `${name} has '${address}': it must be addresses that begin with https:// (http:// on this machine only), without user name or query.`,
    )
  }
  const safeAddresses = addresses.filter(isSafeAddress).map((address) => new URL(address).href)
  return [...new Set(addresses.length === 0 ? fallback : safeAddresses)]
}

function isSafeAddress(text: string): boolean {
  return isEncryptedUrl(text) && !/[?#@]/.test(text)
}

/** Whether a text is a URL whose requests are encrypted, or do not leave this machine. */
export function isEncryptedUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback)
}

/** Reads the file that a variable names. Returns null and adds a problem if it cannot be read. */
export function readTextFile(name: string, file: string, problems: string[]): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The value is not in the message, because it may be the secret itself by mistake.
    problems.push(`${name} names a file that cannot be read.`)
    return null
  }
}
