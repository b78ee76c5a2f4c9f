/** The domains of the mailbox providers that most customers use. */
const commonDomains = [
  ['gmail.com', 'googlemail.com'],
  ['outlook.com', 'hotmail.com', 'hotmail.co.uk', 'live.com', 'live.co.uk', 'msn.com'],
  ['yahoo.com', 'yahoo.co.uk', 'ymail.com'],
  ['icloud.com', 'me.com', 'mac.com'],
  ['aol.com', 'btinternet.com', 'sky.com', 'virginmedia.com', 'talktalk.net'],
  ['proton.me', 'protonmail.com'],
  ['gmx.com', 'gmx.net', 'gmx.de', 'web.de', 'mail.com'],
  ['zoho.com', 'fastmail.com', 'comcast.net', 'orange.fr'],
].flat()

/** Returns the address with its domain corrected if that is probably a typing mistake: 'a@gmial.com' -> 'a@gmail.com'. */
export function suggestedEmail(input: string): string | null {
  const email = input.trim()
  const atIndex = email.lastIndexOf('@')
  const domain = email.slice(atIndex + 1).toLowerCase()
  if (atIndex < 1 || commonDomains.includes(domain)) return null
  const closestDomain = commonDomains.find((common) => isLikelyMistyped(domain, common))
  return closestDomain === undefined ? null : `${email.slice(0, atIndex + 1)}${closestDomain}`
}

/** Whether a domain has at most one typing mistake (two if it is long), or lacks its dot or everything after it. */
function isLikelyMistyped(input: string, intended: string): boolean {
  // Short domains such as me.com are one letter away from other real ones.
  const maxMistakes = intended.length < 8 ? 0 : intended.length < 11 ? 1 : 2
  return (
    typingMistakes(input, intended) <= maxMistakes ||
    input === intended.replace('.', '') ||
    input === intended.split('.')[0]
  )
}

/** The optimal string alignment distance: letters left out, added, replaced, or swapped with their neighbor. */
function typingMistakes(input: string, intended: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: intended.length + 1 }, (_, column) => column)
  for (let row = 1; row <= input.length; row++) {
    const current = [row]
    for (let column = 1; column <= intended.length; column++) {
      const isSame = input[row - 1] === intended[column - 1]
      const isSwapped =
        row > 1 &&
        column > 1 &&
        input[row - 1] === intended[column - 2] &&
        input[row - 2] === intended[column - 1]
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
        ),
      )
    }
    beforeLast = last
    last = current
  }
  return last.at(-1) ?? 0
}
