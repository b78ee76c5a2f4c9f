import { AppError } from '@priormark/core/platform/errors'
import * as v from 'valibot'
import { fieldErrors } from './field-errors.ts'

/** A text that is too long is not checked any further: of two checks of one field, only the first failure is reported. */
const lengthFirst = { abortPipeEarly: true }

/** Parses the parameters of a path. @throws AppError not_found if they are invalid */
export function parseParams(schema: v.GenericSchema | undefined, params: unknown): unknown {
  if (schema === undefined) return undefined
  const result = v.safeParse(schema, params, lengthFirst)
  if (!result.success || hasNullCharacter(result.output)) {
    throw new AppError('not_found', 'There is nothing at this address')
  }
  return result.output
}

/** Parses a query or a body. @throws AppError invalid_input with a message for every invalid field */
export function parseInput(schema: v.GenericSchema | undefined, input: unknown): unknown {
  if (schema === undefined) return undefined
  if (hasLongList(input)) throw new AppError('invalid_input', `A list has more than ${maxListLength} items`)
  const result = v.safeParse(schema, withEveryKey(schema, input), { ...lengthFirst, message: plainMessage })
  if (result.success && hasNullCharacter(result.output)) {
    throw new AppError('invalid_input', 'The request contains a character that cannot be stored')
  }
  if (result.success) return result.output
  throw new AppError('invalid_input', firstMessage(result.issues), { fields: fieldErrors(result.issues) })
}

/** Adds missing keys as undefined, so that each is reported with its own schema's message and not with the object's. */
function withEveryKey(schema: v.GenericSchema, input: unknown): unknown {
  if (!('entries' in schema) || typeof schema.entries !== 'object' || schema.entries === null) return input
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const entries = schema.entries as Record<string, v.GenericSchema>
  const requiredNames = Object.keys(entries).filter((name) => entries[name]?.type !== 'optional')
  return { ...Object.fromEntries(requiredNames.map((name) => [name, undefined])), ...input }
}

const missingMessage = 'is missing'
const invalidMessage = 'is not valid'

/** Replaces valibot's technical messages. Schemas that a form uses have their own messages. */
function plainMessage(issue: v.BaseIssue<unknown>): string {
  return issue.received === 'undefined' ? missingMessage : invalidMessage
}

/** Returns the first problem as a message. Names the field unless its own message does. */
function firstMessage([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  if (issue.message !== missingMessage && issue.message !== invalidMessage) return issue.message
  return `${v.getDotPath(issue) ?? 'The request'} ${issue.message}`
}

/** No endpoint takes more items. valibot would parse every item, and report each invalid one, before it checks the length. */
const maxListLength = 1_000

/** Checks only as many levels as schemas have: hostile input could be nested deeply enough to overflow the stack. */
function hasLongList(input: unknown, levels = 4): boolean {
  if (typeof input !== 'object' || input === null || levels === 0) return false
  if (Array.isArray(input) && input.length > maxListLength) return true
  return Object.values(input).some((part) => hasLongList(part, levels - 1))
}

/** U+0000 is the only character that PostgreSQL's texts cannot contain. */
function hasNullCharacter(input: unknown): boolean {
  if (typeof input === 'string') return input.includes('\0')
  return typeof input === 'object' && input !== null && Object.values(input).some(hasNullCharacter)
}
