import { AppError } from '@priormark/core/errors'
import type { Context } from 'koa'
import readRaw from 'raw-body'

/** The largest JSON body, in bytes; only uploads are larger, and those are streamed. */
const maxJsonBytes = 256 * 1024

/** Reads a body whole. @throws AppError body_too_large, timeout where the client hung up */
export async function readBody(ctx: Context, limitBytes: number): Promise<Buffer> {
  try {
    return await readRaw(ctx.req, { limit: limitBytes, length: ctx.get('content-length') || null })
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'entity.too.large') {
      throw new AppError('body_too_large', 'The request is too large', { cause: error })
    }
    throw new AppError('timeout', 'The request was cut off', { cause: error })
  }
}

/** Half of a character, as only an escape can bring it: a text cut in the middle of an emoji. No database stores it. */
const surrogateEscape = /\\u[dD][89a-fA-F]/
const wellFormed = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed() : value

/** Reads a JSON body; an empty one is undefined. Half characters become U+FFFD. @throws AppError invalid_input, body_too_large */
export async function readJson(ctx: Context, limitBytes: number = maxJsonBytes): Promise<unknown> {
  const text = (await readBody(ctx, limitBytes)).toString('utf8')
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text, surrogateEscape.test(text) ? wellFormed : undefined)
  } catch (cause) {
    throw new AppError('invalid_input', 'The request is not valid JSON', { cause })
  }
}
