import { detailNames } from '@priormark/core/orders/order-details'

/** The fields in the order of the form, to focus the first invalid one. */
export const fieldNames = [...detailNames, 'terms'] as const
export type FormErrors = Partial<Record<(typeof fieldNames)[number], string>>

/** Returns the first message for each field. */
export function firstMessages(messages: Record<string, string[] | undefined>): FormErrors {
  const errors: FormErrors = {}
  for (const name of fieldNames) {
    const message = messages[name]?.[0]
    if (message !== undefined) errors[name] = message
  }
  return errors
}

/** Moves the focus to a control of a form. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const control = form?.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}

/** Moves the focus to the first field with an error. */
export function focusFirst(form: HTMLFormElement | null, errors: FormErrors): void {
  const invalidName = fieldNames.find((name) => errors[name] !== undefined)
  if (invalidName) focusField(form, invalidName)
}
