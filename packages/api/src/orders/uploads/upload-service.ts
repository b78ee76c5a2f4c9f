import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { LockMode } from '@mikro-orm/core'
import { sql } from 'kysely'
import { AppError } from '@priormark/core/platform/errors'
import {
  maxFileSizeMessage,
  maxOrderFileBytes,
  minUploadPartBytes,
  maxFileNameLength,
} from '@priormark/core/platform/limits'
import type { AnnouncedFile, UploadedFile, UploadProgress } from '@priormark/core/orders/uploads/endpoints'
import { damagedFileError, type ReceivedFile } from '../../platform/http/multipart.ts'
import type { VisitorSession } from '../../platform/http/session.ts'
import { type Em, isTemporary } from '../../platform/database/database.ts'
import { type FileStorage, type StoredFile, newStorageKey } from '../../platform/storage/file-storage.ts'
import { queries } from '../tables.ts'
import { Upload, PartialUpload, UploadPart } from './upload-entity.ts'
import { withoutDirectionMarks } from '@priormark/core/platform/isolated-text'

type Visitor = Pick<VisitorSession, 'visitorId' | 'visitorIds'>

/** Records a received file for a visitor, and deletes the file if that fails. */
export async function addUpload(
  em: Em,
  storage: FileStorage,
  input: { file: ReceivedFile; visitorId: string; network: string },
): Promise<UploadedFile> {
  const { file, visitorId, network } = input
  return recordOrRemove(storage, file.storageKey, async () => {
    const fileName = cleanFileName(file.originalName)
    const upload = createUpload(em, { id: randomUUID(), visitorId, fileName, network }, file)
    await em.flush()
    return uploadedFileView(upload)
  })
}

function createUpload(
  em: Em,
  owner: Pick<PartialUpload, 'id' | 'visitorId' | 'fileName' | 'network'>,
  { bytes: fileSize, sha256, sha3, storageKey }: StoredFile & { storageKey: string },
): Upload {
  return em.create(Upload, { ...owner, fileSize, sha256, sha3, storageKey, createdAt: new Date() })
}

/**
 * Adds the row of a file, and deletes the file if that fails. Keeps it if the database was lost: the response to the commit may
 * have been lost too, and then the row exists. If it does not, the sweeper deletes the file.
 */
async function recordOrRemove<Row>(
  storage: FileStorage,
  key: string,
  record: () => Promise<Row>,
): Promise<Row> {
  try {
    return await record()
  } catch (error) {
    if (!isTemporary(error)) await storage.remove(key)
    throw error
  }
}

/** Returns the public fields of an upload, without storage key and network. */
function uploadedFileView({ fileName, fileSize, sha256, id }: Upload): UploadedFile {
  return { fileName, fileSize, sha256, uploadId: id }
}

/** Rejects a file by its announced size, before any part is sent. @throws AppError file_too_large */
export function rejectAnnouncedTooLarge({ fileSize }: AnnouncedFile): void {
  if (fileSize > maxOrderFileBytes)
    throw new AppError('file_too_large', maxFileSizeMessage(maxOrderFileBytes))
}

/** Records an upload in parts, or finds the visitor's unfinished upload of the same file, such as after a reload. */
export async function startPartialUpload(
  em: Em,
  announced: AnnouncedFile,
  { session, network }: { session: Visitor; network: string },
): Promise<UploadProgress> {
  const file = { ...announced, fileName: cleanFileName(announced.fileName) }
  if (file.sha256 !== null) {
    const existingUpload = await em.findOne(
      PartialUpload,
      { ...file, visitorId: { $in: [...session.visitorIds()] } },
      { orderBy: { createdAt: 'desc' } },
    )
    if (existingUpload !== null) return readProgress(em, existingUpload)
  }
  const upload = em.create(PartialUpload, {
    ...file,
    id: randomUUID(),
    visitorId: session.visitorId(),
    network,
    createdAt: new Date(),
  })
  await em.flush()
  return { uploadId: upload.id, receivedBytes: 0 }
}

/** Finds an unfinished upload of a visitor. @throws AppError not_found */
export async function findPartialUpload(
  em: Em,
  id: string,
  session: Visitor,
  lockMode: LockMode = LockMode.NONE,
): Promise<PartialUpload> {
  const upload = await em.findOne(
    PartialUpload,
    { id, visitorId: { $in: [...session.visitorIds()] } },
    { lockMode },
  )
  if (upload === null) throw new AppError('not_found', 'This upload no longer exists. Please start again.')
  return upload
}

/** Returns how many bytes of an upload have been received. */
export async function readProgress(em: Em, { id }: PartialUpload): Promise<UploadProgress> {
  const { receivedBytes } = await queries(em)
    .selectFrom('upload_part')
    .select(sql<number>`coalesce(sum(part_size), 0)::int`.as('receivedBytes'))
    .where('upload_id', '=', id)
    .executeTakeFirstOrThrow()
  return { uploadId: id, receivedBytes }
}

/** @throws AppError conflict unless the next part begins at `offset` */
export function checkPartOffset({ receivedBytes }: UploadProgress, offset: number): void {
  if (offset !== receivedBytes)
    throw new AppError('conflict', `The next part begins at byte ${receivedBytes}`)
}

/** Records a received part, and deletes its file if that fails. @throws AppError conflict, not_found, invalid_input */
export async function addUploadPart(
  em: Em,
  storage: FileStorage,
  input: { id: string; offset: number; session: Visitor; part: ReceivedFile },
): Promise<UploadProgress> {
  const { id, offset, session, part } = input
  return recordOrRemove(storage, part.storageKey, () =>
    em.transactional(async (tx) => {
      // A duplicate of this request waits for the lock, and then fails because its offset is no longer the next one.
      const upload = await findPartialUpload(tx, id, session, LockMode.PESSIMISTIC_WRITE)
      checkPartOffset(await readProgress(tx, upload), offset)
      checkPartSize(upload, offset, part.bytes)
      tx.create(UploadPart, {
        id: randomUUID(),
        uploadId: id,
        firstByte: offset,
        partSize: part.bytes,
        sha256: part.sha256,
        storageKey: part.storageKey,
        network: upload.network,
      })
      return { uploadId: id, receivedBytes: offset + part.bytes }
    }),
  )
}

function checkPartSize({ fileSize }: PartialUpload, offset: number, partBytes: number): void {
  const end = offset + partBytes
  if (end > fileSize) throw new AppError('invalid_input', 'The file is larger than announced')
  if (end < fileSize && partBytes < minUploadPartBytes)
    throw new AppError('invalid_input', `A part has at least ${minUploadPartBytes} bytes`)
}

/** Returns a visitor's finished upload, for a client that lost the response; null if there is none. */
export async function findFinishedUpload(em: Em, id: string, session: Visitor): Promise<UploadedFile | null> {
  const upload = await em.findOne(Upload, { id, visitorId: { $in: [...session.visitorIds()] } })
  return upload === null ? null : uploadedFileView(upload)
}

/** Joins the parts of an upload and compares the file with the announced hash. @throws AppError conflict, file_damaged */
export async function finishPartialUpload(
  em: Em,
  storage: FileStorage,
  partialUpload: PartialUpload,
): Promise<UploadedFile> {
  const { id, fileSize } = partialUpload
  const parts = await em.find(UploadPart, { uploadId: id }, { orderBy: { firstByte: 'asc' } })
  const receivedBytes = parts.reduce((sum, { partSize }) => sum + partSize, 0)
  // The upload is complete if the next part would begin at the end of the file.
  checkPartOffset({ uploadId: id, receivedBytes }, fileSize)
  const storageKey = newStorageKey()
  const content = Readable.from(readParts(storage, parts), { objectMode: false })
  const storedFile = await storage.write(storageKey, content, { maxBytes: fileSize })
  const upload = await recordOrRemove(storage, storageKey, () =>
    replacePartialUpload(em, partialUpload, { ...storedFile, storageKey }),
  )
  if (upload === null) await storage.remove(storageKey)
  await removeParts(em, storage, parts)
  if (upload === null) throw damagedFileError()
  return uploadedFileView(upload)
}

/** Replaces a partial upload by a finished one. If the file differs from the announced hash, only deletes it and returns null. */
function replacePartialUpload(
  em: Em,
  { id, visitorId, fileName, sha256, network }: PartialUpload,
  storedFile: StoredFile & { storageKey: string },
): Promise<Upload | null> {
  return em.transactional(async (tx) => {
    const deletedCount = await tx.nativeDelete(PartialUpload, { id })
    if (deletedCount === 0) throw new AppError('conflict', 'This upload is already finished')
    if (sha256 != null && sha256 !== storedFile.sha256) return null
    return createUpload(tx, { id, visitorId, fileName, network }, storedFile)
  })
}

async function* readParts(storage: FileStorage, parts: readonly UploadPart[]): AsyncGenerator<Buffer> {
  for (const { storageKey } of parts) yield* (await storage.read(storageKey)).content
}

/** Deletes stored parts, each file before its row, so that the sweeper finds the rest of an interrupted run. */
export async function removeParts(
  em: Em,
  storage: FileStorage,
  parts: readonly Pick<UploadPart, 'id' | 'storageKey'>[],
): Promise<void> {
  for (const { id, storageKey } of parts) {
    await storage.remove(storageKey)
    await em.nativeDelete(UploadPart, { id })
  }
}

/** A full path as some programs on Windows send it. Elsewhere a backslash is a character of the name. */
const windowsFolders = /^[a-z]:\\(?:.*\\)?/i

/**
 * Cleans a file name, which is otherwise recorded as it is: removes folders, control characters, line separators and direction
 * marks, replaces lone surrogates, and shortens it to 255 characters without losing the extension. Joiners stay, because Persian,
 * Hindi and many emoji are written with them. 'C:\\music\\song.wav' -> 'song.wav'.
 */
export function cleanFileName(name: string): string {
  const visibleName = withoutDirectionMarks(name.toWellFormed()).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '')
  const base = (visibleName.split('/').at(-1) ?? '').replace(windowsFolders, '').normalize('NFC')
  if (/^(?:[\s\p{Default_Ignorable_Code_Point}]*|\.\.?)$/u.test(base)) return 'file'
  if (base.length <= maxFileNameLength) return base
  const extension = /\.[^.]{1,20}$/.exec(base)?.[0] ?? ''
  const characters = Array.from(base)
  return characters.slice(0, Math.floor((maxFileNameLength - extension.length) / 2)).join('') + extension
}
