/** The path of the page that checks files and proofs. */
export const verifyPath = '/verify'

/** The path of the page that shows the public part of a proof and compares a file with it. */
export function proofPagePath(proofId: string): string {
  return `${verifyPath}?proof=${proofId}`
}
