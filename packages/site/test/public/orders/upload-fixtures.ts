import type { UploadedFile } from '@priormark/core/orders/uploads/endpoints'
import { vi } from 'vitest'
import { openTransfer, type AttemptOptions } from '../../../src/public/orders/upload/transfer.ts'
import { createUploadStore } from '../../../src/public/orders/upload/upload-store.ts'
import { startUpload } from '../../../src/public/orders/upload/uploader.ts'
import type { HashingOptions } from '../../../src/public/platform/hashing/blob-hashes.ts'
import { hashFile } from '../../../src/public/platform/hashing/hash-file.ts'
import { useToastStore } from '../../../src/ui/toast-store.ts'

vi.mock('../../../src/public/orders/upload/transfer.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  openTransfer: vi.fn<typeof openTransfer>(),
}))
vi.mock('../../../src/public/platform/hashing/hash-file.ts', () => ({ hashFile: vi.fn<typeof hashFile>() }))

/** Returns a fingerprint, or null if the browser cannot compute it. */
export type FingerprintFile = (file: Blob, options: HashingOptions) => Promise<string | null>

export const uploaded: UploadedFile = {
  fileName: 'song.wav',
  fileSize: 4,
  sha256: 'a'.repeat(64),
  uploadId: '0b8a3c9e-6f1d-4a52-9a37-5f7c2b1d8e60',
}

interface Send {
  sha256: string | null
  options: AttemptOptions
  response: PromiseWithResolvers<UploadedFile>
}

/**
 * Creates a store with a fake server that responds when the test resolves its response.
 * @param hash computes the fingerprint, by default at once
 * @param probe whether the server responds when nothing moves
 */
export function setUp(hash: FingerprintFile = async () => uploaded.sha256, probe = async () => true) {
  const sends: Send[] = []
  vi.mocked(openTransfer).mockImplementation((_file, sha256) => (options) => {
    const response = Promise.withResolvers<UploadedFile>()
    options.signal.addEventListener('abort', () => response.reject(new DOMException('Stopped', 'AbortError')))
    sends.push({ sha256, options, response })
    return response.promise
  })
  vi.mocked(hashFile).mockImplementation(async (file, options = {}) => {
    const sha256 = await hash(file, options)
    if (sha256 === null) throw new Error('This browser cannot hash')
    return sha256
  })
  vi.stubGlobal('fetch', async () => {
    if (!(await probe())) throw new TypeError('Failed to fetch')
    return new Response()
  })
  const store = createUploadStore(async () => startUpload)
  const phase = () => store.getState().upload.phase
  const progress = () => {
    const { upload } = store.getState()
    return upload.phase === 'uploading' ? upload.progress : null
  }
  return { store, sends, phase, progress }
}

/** A file of 1,000 bytes. */
export const song = () => new File(['x'.repeat(1_000)], 'song.wav')
export const shownToast = () => useToastStore.getState().current
