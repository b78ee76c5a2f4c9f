/** The path of the page that shows the public part of a proof and compares a file with it. */
export function proofPagePath(proofId: string): string {
  return `/verify?proof=${proofId}`
}
