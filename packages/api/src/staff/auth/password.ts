import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import { trimEndOf } from '@priormark/core/platform/trim-end'
import { invalidField } from '../../platform/http/field-errors.ts'

const argon2Async = promisify(argon2)

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`

/** Hashes a password as `$argon2id$v=19$m=...,t=...,p=...$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await deriveHash(password, { ...cost, nonce: salt })
  return `${prefix}${base64(salt)}$${base64(hash)}`
}

const format = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** Whether a password matches a stored hash. False if the hash cannot be parsed. */
export async function verifyPassword(password: string, storedHash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = format.exec(storedHash) ?? []
  if (salt === undefined || hash === undefined) return false
  const expectedHash = Buffer.from(hash, 'base64')
  const actualHash = await deriveHash(password, {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expectedHash.length,
    nonce: Buffer.from(salt, 'base64'),
  })
  return timingSafeEqual(actualHash, expectedHash)
}

/** Whether a hash was made with other cost parameters than the current ones. */
export function isHashOutdated(storedHash: string): boolean {
  return !storedHash.startsWith(prefix)
}

function deriveHash(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  return argon2Async('argon2id', { ...parameters, message: Buffer.from(password.normalize('NFKC')) })
}

function base64(bytes: Buffer): string {
  return trimEndOf(bytes.toString('base64'), '=')
}

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
