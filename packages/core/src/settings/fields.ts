import * as v from 'valibot'
import { maxEmailLength } from '../platform/limits.ts'

/** A text on one line, trimmed. @param required the message for an empty text */
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

/** An email address, or ''. */
export const OptionalEmail = v.pipe(
  optionalLine(maxEmailLength),
  v.check(
    (address) => address === '' || v.is(v.pipe(v.string(), v.email()), address),
    'Enter an email address, or leave it empty',
  ),
)

/** A text that may have several lines, trimmed. @param required the message for an empty text */
export function text(maxLength: number, required: string) {
  return v.pipe(optionalText(maxLength), v.nonEmpty(required))
}

/** A text that may have several lines, trimmed, or ''. */
export function optionalText(maxLength: number) {
  return v.pipe(
    v.string(),
    v.transform((input) => input.replaceAll('\r\n', '\n').trim()),
    v.maxLength(maxLength, `Use at most ${maxLength} characters`),
    // The database stores no null character.
    v.regex(/^[\P{Cc}\n\t]*$/u, 'Remove the control characters'),
  )
}

/** A time of day, such as '07:00'. */
export const TimeOfDay = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time'))

/** A whole number between two bounds. */
export function wholeNumber(min: number, max: number) {
  const message = `Enter a whole number from ${min} to ${max}`
  return v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message))
}

/** A field of a group of settings: its schema, its value until someone sets it, and its name in the audit log. */
interface Field<Schema extends v.GenericSchema = v.GenericSchema> {
  schema: Schema
  initial: v.InferOutput<Schema>
  label: string
}

export function field<Schema extends v.GenericSchema>(
  schema: Schema,
  initial: v.InferOutput<Schema>,
  label: string,
): Field<Schema> {
  return { schema, initial, label }
}

/** Returns the schema, the defaults and the labels of settings that are saved as one. */
export function group<Fields extends Record<string, Field>>(fields: Fields) {
  const pick = <Part extends keyof Field>(part: Part) =>
    Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, one[part]])) as {
      [Name in keyof Fields]: Fields[Name][Part]
    }
  return { schema: v.object(pick('schema')), defaults: pick('initial'), labels: pick('label') }
}

/** What a text may contain in braces, such as {shopName}, with its meaning. */
export type Placeholders = Readonly<Record<string, string>>

const placeholderPattern = /\{([A-Za-z]+)\}/g

/** Replaces the placeholders of a text. If the value is '', the space before it disappears too. Unknown ones stay. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/( ?)\{([A-Za-z]+)\}/g, (placeholder, space: string, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return placeholder
    return value === '' ? '' : space + value
  })
}

/** Rejects a text with a placeholder that does not exist, and names those that do. */
export function onlyPlaceholders(placeholders: Placeholders) {
  const names = Object.keys(placeholders)
  const findUnknown = (text: string) =>
    Array.from(text.matchAll(placeholderPattern), ([, name = '']) => name).find(
      (name) => !names.includes(name),
    )
  return v.check<string, (issue: v.CheckIssue<string>) => string>(
    (text) => findUnknown(text) === undefined,
    ({ input }) =>
      `{${findUnknown(input) ?? ''}} is not a placeholder. Use ${names.map((name) => `{${name}}`).join(', ')}`,
  )
}

/** The placeholders in the texts of pages. Whole sentences among them keep the pages in step with how the shop works. */
export const pagePlaceholders = {
  shopName: 'The name of the shop',
  tradingName: 'The trading name',
  tradingAddress: 'The address of the business',
  supportEmail: 'The support email',
  price: 'The price of the service',
  chain: 'Where works are recorded, such as “the Bitcoin blockchain”',
  witnesses: 'What each chain and time-stamp adds, a sentence each; nothing if you record works manually',
  duration: 'How long recording takes, to end a sentence',
  time: 'How long it takes the customer and us, a sentence',
  recording: 'How works are recorded and how long that takes, a sentence',
  secondRecord: 'The second record, a sentence; nothing if there is none',
  received: 'What customers receive, several sentences',
  whatIsPublic: 'What becomes public and what doesn’t, several sentences',
  keep: 'What customers keep, a sentence',
  refundRule: 'The rule on cancellation and refunds, three sentences',
  laterStart: 'When recording starts without a request, a sentence',
  fileRetention: 'How long files are kept, a sentence',
  unpaidFileHours: 'How long files of unpaid orders are kept, in hours',
  replyTime: 'How soon support replies, a sentence',
  visitCounting: 'How visits are counted, several sentences',
} as const
