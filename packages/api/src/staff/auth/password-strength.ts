import { invalidField } from '../../platform/http/field-errors.ts'

/** On zxcvbn's scale of 0 to 4; 3 takes at least 10^8 guesses. */
const minScore = 3

/**
 * Rejects passwords that are easy to guess: common ones, names, dates, keyboard rows, repetitions, the account's own name.
 * @param field the form field that the error refers to
 * @throws AppError invalid_input
 */
export async function rejectWeakPassword(password: string, username: string, field: string): Promise<void> {
  // Loaded on demand, because the dictionaries are large.
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  if (estimator.check(password, [username, 'priormark']).score >= minScore) return
  throw invalidField(field, 'This password is easy to guess. Use several unrelated words.')
}
