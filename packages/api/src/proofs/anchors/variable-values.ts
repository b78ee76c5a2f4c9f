import { readFileSync } from 'node:fs'

/** Reads a whole number within limits, and notes a wrong one as a problem. */
export function wholeNumberOf(
  name: string,
  text: string | undefined,
  { min, max, fallback }: { min: number; max: number; fallback: number },
  problems: string[],
): number {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return fallback
  const value = /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : 0
  if (value < min || value > max) problems.push(`${name} must be a whole number from ${min} to ${max}.`)
  return value
}

/** Splits a list at its commas. */
export function listOf(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((item) => (item.trim() === '' ? [] : [item.trim()]))
}

/**
 * Reads a list of addresses of servers, and notes each unsafe one as a problem.
 * @param fallback for an empty list
 */
export function addressesOf(
  name: string,
  text: string | undefined,
  fallback: readonly string[],
  problems: string[],
): string[] {
  const addresses = listOf(text)
  for (const address of addresses.filter((one) => !isSafeAddress(one))) {
    problems.push(
      `${name} has '${address}': it must be addresses that begin with https:// (http:// on this machine only), without user name or query.`,
    )
  }
  const safeAddresses = addresses.filter(isSafeAddress).map((one) => new URL(one).href)
  return [...new Set(addresses.length === 0 ? fallback : safeAddresses)]
}

/** Only TLS is allowed, except on this machine. */
function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text) || /[?#@]/.test(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

/** Reads the text of the file that a variable names. Returns null and notes a problem if it cannot be read. */
export function readText(name: string, file: string, problems: string[]): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // Without the name of the file: by mistake, it may be the secret itself.
    problems.push(`${name} names a file that cannot be read.`)
    return null
  }
}
