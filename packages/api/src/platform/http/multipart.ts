import { callbackify } from 'node:util'
import koaMulter from '@koa/multer'
import { AppError } from '@priormark/core/platform/errors'
import { Sha256 } from '@priormark/core/platform/ids'
import { maxFileSizeMessage, maxOrderFileBytes, maxBlogImageBytes } from '@priormark/core/platform/limits'
import { SentFileName } from '@priormark/core/orders/uploads/endpoints'
import { MulterError, type Options, type StorageEngine, memoryStorage } from 'multer'
import * as v from 'valibot'
import type { AppContext } from './state.ts'
import { type FileStorage, type StoredFile, newStorageKey } from '../storage/file-storage.ts'
import { notAnImageMessage } from '@priormark/core/blog/images/endpoints'

/** A file from a form, now in the storage. */
export interface ReceivedFile extends StoredFile {
  /** The name that the client sent: in the field `fileName`, or else with the file's part of the form. */
  originalName: string
  storageKey: string
}

/** The allowance for the rest of the form: boundaries, headers, small fields. */
const formOverheadBytes = 64 * 1024

const fileTooLargeError = (maxBytes: number) => new AppError('file_too_large', maxFileSizeMessage(maxBytes))

/** The other fields of the form. */
const Fields = v.object({ sha256: v.optional(Sha256), fileName: v.optional(SentFileName) })

/** Rejects a request by its declared length before reading it. @throws AppError file_too_large */
export function rejectTooLarge(ctx: AppContext, maxBytes = maxOrderFileBytes): void {
  if (Number(ctx.get('content-length')) > maxBytes + formOverheadBytes) throw fileTooLargeError(maxBytes)
}

/**
 * Streams the form's `file` into the storage. If the form has a field `sha256`, the received file must match it. A field
 * `fileName` replaces the name of the part.
 * @throws AppError file_too_large, no_file, invalid_input, file_damaged, timeout
 */
export async function receiveFile(ctx: AppContext, storage: FileStorage): Promise<ReceivedFile> {
  if (!ctx.is('multipart/form-data')) throw noFileError()
  const writes: Promise<ReceivedFile>[] = []
  const store = callbackify(async (file: Express.Multer.File) => {
    writes.push(storeFile(storage, file))
    await writes[0]
  })
  const storageEngine: StorageEngine = {
    _handleFile: (_request, file, done) => store(file, (error) => done(error, {})),
    // A file of a failed form is deleted below, by its key.
    _removeFile: (_request, _file, done) => done(null),
  }
  try {
    await koaMulter(formOptions(storageEngine, maxOrderFileBytes)).single('file')(ctx, async () => {})
    const file = await writes[0]
    if (file === undefined) throw noFileError()
    const { body } = ctx.request as { body?: unknown }
    const { sha256, fileName = file.originalName } = parseFields(body)
    if (file.bytes === 0)
      throw new AppError('invalid_input', 'This file is empty. Please choose another file.')
    if (sha256 !== undefined && sha256 !== file.sha256) throw damagedFileError()
    return { ...file, originalName: fileName }
  } catch (error) {
    // The file may still be being written. If that fails, the parser only knows that its stream was closed.
    const [write] = await Promise.allSettled(writes)
    if (write?.status === 'fulfilled') await storage.remove(write.value.storageKey)
    throw toAppError(write?.status === 'rejected' ? write.reason : error, 'file', maxOrderFileBytes)
  }
}

async function storeFile(storage: FileStorage, file: Express.Multer.File): Promise<ReceivedFile> {
  const storageKey = newStorageKey()
  const storedFile = await storage.write(storageKey, file.stream, { maxBytes: maxOrderFileBytes })
  return { ...storedFile, originalName: file.originalname, storageKey }
}

/** @throws AppError invalid_input */
function parseFields(body: unknown): v.InferOutput<typeof Fields> {
  const fields = v.safeParse(Fields, body ?? {})
  if (fields.success) return fields.output
  const [name] = Object.keys(v.flatten(fields.issues).nested ?? {})
  throw new AppError('invalid_input', `The field ${name} is not valid`)
}

function formOptions(storage: StorageEngine, maxBytes: number): koaMulter.Options {
  const options: Options & { defParamCharset: string; highWaterMark: number } = {
    storage,
    // One byte larger, since the parser rejects a file of exactly its limit.
    limits: {
      fileSize: maxBytes + 1,
      files: 1,
      fields: 20,
      fieldSize: formOverheadBytes,
      parts: 21,
    },
    defParamCharset: 'utf8',
    // Otherwise the parser would take everything before a backslash for a folder.
    preservePath: true,
    // More than a socket returns at once (64 KB), so that the request is not paused after each chunk.
    highWaterMark: 128 * 1024,
  }
  return options as koaMulter.Options
}

/** The error for a file whose hash differs from the one that the sender computed. */
export function damagedFileError(): AppError {
  return new AppError('file_damaged', 'The file was damaged in transit. Please try again.')
}

function noFileError(): AppError {
  return new AppError('no_file', 'Please upload a file to continue')
}

function toAppError(error: unknown, field: string, maxBytes: number): unknown {
  if (error instanceof AppError) return error
  if (error instanceof MulterError) {
    return error.code === 'LIMIT_FILE_SIZE'
      ? fileTooLargeError(maxBytes)
      : new AppError('invalid_input', `Send one file, in the field named ${field}`, { cause: error })
  }
  if (isIncomplete(error)) return new AppError('timeout', 'The upload was interrupted', { cause: error })
  return error
}

/** Whether the parser reports a form that is malformed or ended early, by its error messages. */
function isIncomplete(error: unknown): boolean {
  return (
    error instanceof Error &&
    /Unexpected end of form|Malformed part header|Multipart: |Request aborted|Request closed|aborted|premature close/i.test(
      error.message,
    )
  )
}

/** An uploaded image, not inspected yet. */
interface ReceivedImage {
  bytes: Buffer
  /** The name that the client sent. */
  fileName: string
}

/** Reads the form's whole `image`, at most 10 MB. @throws AppError file_too_large, no_file, invalid_input, timeout */
export async function receiveImage(ctx: AppContext): Promise<ReceivedImage> {
  rejectTooLarge(ctx, maxBlogImageBytes)
  if (!ctx.is('multipart/form-data')) throw noImageError()
  try {
    const options = formOptions(memoryStorage(), maxBlogImageBytes)
    await koaMulter(options).single('image')(ctx, async () => {})
  } catch (error) {
    if (error instanceof MulterError) throw toAppError(error, 'image', maxBlogImageBytes)
    // The parser's error for a form that is malformed or ended early.
    throw new AppError('timeout', 'The upload was interrupted', { cause: error })
  }
  const file = ctx['file'] as Express.Multer.File | undefined
  if (file === undefined) throw noImageError()
  if (file.size > maxBlogImageBytes) throw fileTooLargeError(maxBlogImageBytes)
  if (file.size === 0) throw new AppError('invalid_file_type', notAnImageMessage)
  return { bytes: file.buffer, fileName: file.originalname }
}

function noImageError(): AppError {
  return new AppError('no_file', 'Please choose an image')
}
