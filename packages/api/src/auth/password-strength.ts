import { AppError } from '@priormark/core/errors'

/** Of 0 to 4: 3 takes 10^8 guesses and more. */
const enough = 3

/**
 * Refuses a password that is easy to guess: common ones, names, dates, keyboard rows, repetitions, the account's own name.
 * @param field the form's field, for its sentence
 * @throws AppError invalid_input
 */
export async function refuseGuessable(password: string, username: string, field: string): Promise<void> {
  // The dictionaries are large: loaded when a password is chosen.
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  if (judge.check(password, [username, 'priormark']).score >= enough) return
  const sentence = 'This password is easy to guess. Use several words that do not belong together.'
  throw new AppError('invalid_input', sentence, { fields: { [field]: [sentence] } })
}
