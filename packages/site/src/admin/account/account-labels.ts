/** Returns how many other logins ended: 'You had no other logins.', '1 other login ended.', '3 other logins have ended.' */
export function endedText(count: number): string {
  if (count === 0) return 'You had no other logins.'
  return count === 1 ? '1 other login ended.' : `${count} other logins ended.`
}

/** A secret in groups of four, for reading and typing. */
export function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}

/** Returns the text of a file with recovery codes. @param site the address that they belong to */
export function recoveryFile(
  codes: readonly string[],
  { username, site }: { username: string; site: string },
): string {
  return [
    `Recovery codes for ${username} at ${site}`,
    'Each code replaces your authenticator app once. Store them separately from your password.',
    '',
    ...codes,
    '',
  ].join('\n')
}
