import * as v from 'valibot'

/** A text on one line, trimmed. `required` is the message without one. */
export function line(maxLength: number, required: string) {
  return v.pipe(optionalLine(maxLength), v.nonEmpty(required))
}

/** A text on one line, trimmed, or ''. */
export function optionalLine(maxLength: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(maxLength, `Use at most ${maxLength} characters`),
    v.regex(/^\P{Cc}*$/u, 'Use a single line'),
  )
}

/** A text that may have several lines, trimmed. `required` is the message without one. */
export function text(maxLength: number, required: string) {
  return v.pipe(optionalText(maxLength), v.nonEmpty(required))
}

/** A text that may have several lines, trimmed, or ''. */
export function optionalText(maxLength: number) {
  return v.pipe(
    v.string(),
    v.transform((typed) => typed.replaceAll('\r\n', '\n').trim()),
    v.maxLength(maxLength, `Use at most ${maxLength} characters`),
    // The database stores no null character.
    v.regex(/^[\P{Cc}\n\t]*$/u, 'Remove the control characters'),
  )
}

/** A whole number between two bounds. */
export function wholeNumber(min: number, max: number) {
  const message = `Enter a whole number from ${min} to ${max}`
  return v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message))
}
