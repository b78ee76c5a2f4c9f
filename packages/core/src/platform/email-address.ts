import punycode from 'punycode/punycode.js'
import * as v from 'valibot'
import { maxEmailLength } from './limits.ts'
import { trimEndOf } from './trim-end.ts'

// Browsers, Node.js and Electron all have it. Its host is the domain in ASCII (UTS 46).
declare const URL: new (address: string) => { readonly hostname: string }

/** Invisible characters that are copied along from web pages and documents, and belong to no address. */
const pastedCharacters = /[\u200B\u200E\u200F\u202A-\u202E\u2060\uFEFF]/g

/** Zero-width joiners, which some languages need within a domain, but never at its end. */
const joiners = '\u200C\u200D'

/**
 * Returns an address without the space and the invisible characters around it, its domain in ASCII:
 * 'zoe@münchen.de' -> 'zoe@xn--mnchen-3ya.de'.
 */
export function normalizeEmail(input: string): string {
  const visibleText = input
    .replace(pastedCharacters, '')
    .replace(/^[\s\u200C\u200D]+/, '')
    .trimEnd()
  const address = trimEndOf(visibleText, joiners).trimEnd()
  const domainStart = address.lastIndexOf('@') + 1
  return address.slice(0, domainStart) + asciiDomain(address.slice(domainStart))
}

/** Returns an address as its owner writes it: 'zoe@xn--mnchen-3ya.de' -> 'zoe@münchen.de'. Idempotent. */
export function shownEmail(address: string): string {
  const domainStart = address.lastIndexOf('@') + 1
  return address.slice(0, domainStart) + address.slice(domainStart).split('.').map(shownLabel).join('.')
}

/**
 * A customer's email address, its domain in ASCII. The length is checked before the transformation, which valibot skips
 * after a failed check: the cost of hostile input stays bounded.
 */
export const Email = v.pipe(
  v.string('Invalid email address'),
  v.trim(),
  v.maxLength(maxEmailLength, 'Invalid email address'),
  v.transform(normalizeEmail),
  v.check(isEmailAddress, 'Invalid email address'),
)

/** Unlike browsers, accepts no address in a domain without a dot, such as ada@example. */
function isEmailAddress(address: string): boolean {
  return address.length <= maxEmailLength && v.RFC_EMAIL_REGEX.test(address) && /\.[^.]{2,}$/.test(address)
}

/** Returns the domain unchanged if it is in ASCII already, or is no domain. */
function asciiDomain(domain: string): string {
  // In a URL, ASCII characters such as `%`, `/` and `:` would mean something else.
  const isConvertible = /\P{ASCII}/u.test(domain) && !/(?![\w.-])\p{ASCII}/u.test(domain)
  if (!isConvertible) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/** Decodes a label of a domain. One that mixes Latin with another script stays encoded, as in browsers: it could imitate another. */
function shownLabel(label: string): string {
  if (!/^xn--/i.test(label)) return label
  try {
    const text = punycode.toUnicode(label.toLowerCase())
    const isOneScript = /^(?:[\p{Script=Latin}\p{Nd}-]+|\P{Script=Latin}+)$/u.test(text)
    return isOneScript && asciiDomain(text) === label.toLowerCase() ? text : label
  } catch {
    return label
  }
}
