/** Returns how many other logins ended, such as '3 other logins ended.' */
export function endedText(count: number): string {
  if (count === 0) return 'You had no other logins.'
  return count === 1 ? '1 other login ended.' : `${count} other logins ended.`
}

/** Splits a secret into groups of four characters, for reading and typing. */
export function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}

/** Returns the content of the recovery codes file. @param site the address of the shop */
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
