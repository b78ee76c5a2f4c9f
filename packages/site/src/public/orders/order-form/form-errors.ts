import type { Draft } from './saved-draft.ts'

export type FieldName = keyof Draft
export type FormErrors = Partial<Record<FieldName, string>>

/** The order of the fields in the form, to focus the first invalid one. */
export const fieldOrder: readonly FieldName[] = [
  'firstName',
  'lastName',
  'email',
  'projectName',
  'projectDescription',
  'terms',
]

/** Returns the first message for each field. */
export function firstMessages(messages: Record<string, string[] | undefined>): FormErrors {
  const errors: FormErrors = {}
  for (const name of fieldOrder) {
    const message = messages[name]?.[0]
    if (message !== undefined) errors[name] = message
  }
  return errors
}
