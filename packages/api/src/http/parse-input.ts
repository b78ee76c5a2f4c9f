import { AppError } from '@priormark/core/errors'
import * as v from 'valibot'
import { fieldErrors } from './field-errors.ts'

/** The parameters of a path. @throws AppError not_found where they do not fit */
export function parseParams(schema: v.GenericSchema | undefined, params: unknown): unknown {
  if (schema === undefined) return undefined
  const result = v.safeParse(schema, params)
  if (!result.success || hasNullCharacter(result.output)) {
    throw new AppError('not_found', 'There is nothing at this address')
  }
  return result.output
}

/** A query or a body. @throws AppError invalid_input with a sentence for every field that is wrong */
export function parseInput(schema: v.GenericSchema | undefined, input: unknown): unknown {
  if (schema === undefined) return undefined
  const result = v.safeParse(schema, withEveryKey(schema, input), { message: plainSentence })
  if (result.success && hasNullCharacter(result.output)) {
    throw new AppError('invalid_input', 'The request has a character that cannot be stored')
  }
  if (result.success) return result.output
  throw new AppError('invalid_input', firstSentence(result.issues), { fields: fieldErrors(result.issues) })
}

/** A key that is missing is then refused by its own schema, with its own sentence, and not by the object. */
function withEveryKey(schema: v.GenericSchema, input: unknown): unknown {
  if (!('entries' in schema) || typeof schema.entries !== 'object' || schema.entries === null) return input
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const entries = schema.entries as Record<string, v.GenericSchema>
  const required = Object.keys(entries).filter((name) => entries[name]?.type !== 'optional')
  return { ...Object.fromEntries(required.map((name) => [name, undefined])), ...input }
}

const missing = 'is missing'
const invalid = 'is not valid'

/** Schemas have sentences where a form shows them; for the rest, those of the library are for programmers. */
function plainSentence(issue: v.BaseIssue<unknown>): string {
  return issue.received === 'undefined' ? missing : invalid
}

/** What is wrong first, as one sentence. The field is named where its own sentence does not. */
function firstSentence([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  if (issue.message !== missing && issue.message !== invalid) return issue.message
  return `${v.getDotPath(issue) ?? 'The request'} ${issue.message}`
}

/** U+0000 is the one character that PostgreSQL's texts cannot hold. */
function hasNullCharacter(input: unknown): boolean {
  if (typeof input === 'string') return input.includes('\0')
  return typeof input === 'object' && input !== null && Object.values(input).some(hasNullCharacter)
}
