import type { Draft } from './saved-draft.ts'

export type FieldName = keyof Draft
export type FormErrors = Partial<Record<FieldName, string>>

/** The fields as they stand in the form, so that the first wrong one can be focused. */
export const fieldOrder: readonly FieldName[] = [
  'firstName',
  'lastName',
  'email',
  'projectName',
  'projectDescription',
  'terms',
]

/** One sentence a field, from the server's or the schema's list. */
export function firstSentences(sentences: Record<string, string[] | undefined>): FormErrors {
  const errors: FormErrors = {}
  for (const name of fieldOrder) {
    const sentence = sentences[name]?.[0]
    if (sentence !== undefined) errors[name] = sentence
  }
  return errors
}
