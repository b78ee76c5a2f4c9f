import koaMulter from '@koa/multer'
import { AppError } from '@priormark/core/platform/errors'
import { notAnImage } from '@priormark/core/blog/images/endpoints'
import { maxBlogImageBytes, maxFileSizeMessage } from '@priormark/core/platform/limits'
import { MulterError, memoryStorage, type Options } from 'multer'
import type { AppContext } from './state.ts'

/** The allowance for the rest of the form. */
const formOverheadBytes = 64 * 1024

const tooLarge = () => new AppError('file_too_large', maxFileSizeMessage(maxBlogImageBytes))

/** An uploaded image, not inspected yet. */
interface ReceivedImage {
  bytes: Buffer
  /** The name that the client sent. */
  fileName: string
}

/** Reads the form's whole `image`, at most 10 MB. @throws AppError file_too_large, no_file, invalid_input, timeout */
export async function receiveImage(ctx: AppContext): Promise<ReceivedImage> {
  if (Number(ctx.get('content-length')) > maxBlogImageBytes + formOverheadBytes) throw tooLarge()
  if (!ctx.is('multipart/form-data')) throw noImage()
  const options: Options & { defParamCharset: string } = {
    storage: memoryStorage(),
    // One byte larger, since the parser rejects a file of exactly its limit.
    limits: {
      fileSize: maxBlogImageBytes + 1,
      files: 1,
      fields: 20,
      fieldSize: formOverheadBytes,
      parts: 21,
    },
    defParamCharset: 'utf8',
  }
  try {
    await koaMulter(options as koaMulter.Options).single('image')(ctx, async () => {})
  } catch (error) {
    throw toAppError(error)
  }
  const file = ctx['file'] as Express.Multer.File | undefined
  if (file === undefined) throw noImage()
  if (file.size > maxBlogImageBytes) throw tooLarge()
  if (file.size === 0) throw new AppError('invalid_file_type', notAnImage)
  return { bytes: file.buffer, fileName: file.originalname }
}

function noImage(): AppError {
  return new AppError('no_file', 'Please choose an image')
}

function toAppError(error: unknown): AppError {
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') return tooLarge()
  if (error instanceof MulterError) {
    return new AppError('invalid_input', 'Send one file, in the field named image', { cause: error })
  }
  // The parser's error for a form that is malformed or ended early.
  return new AppError('timeout', 'The upload was interrupted', { cause: error })
}
