/** Returns how many other logins ended, such as 'You were logged out in 3 other places.' */
export function endedText(count: number): string {
  if (count === 0) return 'You weren’t logged in anywhere else.'
  return count === 1
    ? 'You were logged out in 1 other place.'
    : `You were logged out in ${count} other places.`
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
