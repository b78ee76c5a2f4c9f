import { AppError } from '@priormark/core/platform/errors'
import { maxJsonBytes } from '@priormark/core/platform/limits'
import type { Context } from 'koa'
import readRaw from 'raw-body'

/** Reads a whole body. @throws AppError body_too_large; timeout if the client hung up */
export async function readBody(ctx: Context, limitBytes: number): Promise<Buffer> {
  try {
    return await readRaw(ctx.req, { limit: limitBytes, length: ctx.get('content-length') || null })
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'entity.too.large') {
      throw new AppError('body_too_large', 'The request is too large', { cause: error })
    }
    throw new AppError('timeout', 'The request was interrupted', { cause: error })
  }
}

/** A lone surrogate, such as half of a truncated emoji. JSON can contain it only as an escape; databases cannot store it. */
const surrogateEscape = /\\u[dD][89a-fA-F]/
const replaceSurrogates = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed() : value

/** Parses a JSON body; an empty one is undefined. Lone surrogates become U+FFFD. @throws AppError invalid_input, body_too_large */
export async function readJson(ctx: Context, limitBytes: number = maxJsonBytes): Promise<unknown> {
  const text = (await readBody(ctx, limitBytes)).toString('utf8')
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text, surrogateEscape.test(text) ? replaceSurrogates : undefined)
  } catch (cause) {
    throw new AppError('invalid_input', 'The request is not valid JSON', { cause })
  }
}
