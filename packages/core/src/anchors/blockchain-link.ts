import * as v from 'valibot'
import { maxLinkLength } from '../limits.ts'

/** An https address with a host, as a block explorer's page has. */
export const BlockchainLink = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'Enter the blockchain link'),
  v.maxLength(maxLinkLength, `Use at most ${maxLinkLength} characters`),
  v.url('Enter a whole address, such as https://example.org/tx/0x12'),
  v.regex(/^https:\/\/[^/]+/i, 'The link must start with https://'),
)
