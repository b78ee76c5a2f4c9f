import * as v from 'valibot'
import { maxLinkLength } from '../../platform/limits.ts'

/** An https address with a host, as a block explorer's page has. */
export const BlockchainLink = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'Enter the blockchain link'),
  v.maxLength(maxLinkLength, `Use at most ${maxLinkLength} characters`),
  v.url('Enter a whole address, such as https://example.org/tx/0x12'),
  v.regex(/^https:\/\/[^/]+/i, 'The link must start with https://'),
)

/**
 * Whether a valid link has no transaction number after its host: at least 43 letters and digits, as 32 bytes in base64 have, with a
 * digit among them. It is then probably the explorer's front page, the page of an address, or was cut off.
 */
export function lacksTransactionNumber(link: string): boolean {
  const parsed = v.safeParse(BlockchainLink, link)
  if (!parsed.success) return false
  const afterHost = parsed.output.replace(/^https:\/\/[^/?#]*/i, '')
  const words: string[] = afterHost.match(/[0-9a-z]{43,}/gi) ?? []
  return !words.some((word) => /\d/.test(word))
}
