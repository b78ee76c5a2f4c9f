/** Returns how many other logins ended: 'No other login was open.', 'One other login has ended.', '3 other logins have ended.' */
export function endedText(count: number): string {
  if (count === 0) return 'No other login was open.'
  return count === 1 ? 'One other login has ended.' : `${count} other logins have ended.`
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
    `Recovery codes of ${username} at ${site}`,
    'Each stands in for your authenticator once. Keep them where you keep nothing else of this login.',
    '',
    ...codes,
    '',
  ].join('\n')
}
