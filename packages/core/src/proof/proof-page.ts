/** The path of the page that checks files and proofs. */
export const verifyPath = '/verify'

/** The path of the page that shows what is public of a proof, and where a file is compared with it. */
export function proofPagePath(proofId: string): string {
  return `${verifyPath}?proof=${proofId}`
}
