/** What the doctor found out about one part of a configuration. */
export interface Finding {
  /** `problem`: it does not work, or not safely. `warning`: it works, and is not as it should be. */
  level: 'fine' | 'warning' | 'problem'
  /** What is so. */
  sentence: string
  /** What to do about it; '' where nothing is to be done. */
  mend: string
}

/** It is as it should be. */
export const fine = (sentence: string): Finding => ({ level: 'fine', sentence, mend: '' })
/** It works, and is not as it should be. */
export const warning = (sentence: string, mend: string): Finding => ({ level: 'warning', sentence, mend })
/** It does not work, or not safely. */
export const problem = (sentence: string, mend: string): Finding => ({ level: 'problem', sentence, mend })

/** How long the doctor waits for anybody's answer, in milliseconds. */
export const patienceMs = 10_000

/** Why something failed, in the words of whoever failed; no more than one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause : error
  const code = 'code' in cause ? String(cause.code) : ''
  return (cause.message || code || cause.name).split('\n')[0] ?? ''
}
