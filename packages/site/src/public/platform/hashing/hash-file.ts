import type { HashingOptions } from './blob-hashes.ts'
import type { HashWorkerMessage } from './hash-worker.ts'

/**
 * Computes the SHA-256 of a file in a worker, so that the page stays responsive. Returns it as lower-case hex.
 * @throws the signal's reason; an Error with the name of the read error (`NotReadableError`) if the file cannot be read
 */
export async function hashFile(file: Blob, { onProgress, signal }: HashingOptions = {}): Promise<string> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<string>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      worker.addEventListener('error', ({ message }) =>
        reject(new Error(message || 'The worker did not start')),
      )
      worker.addEventListener('message', ({ data }: MessageEvent<HashWorkerMessage>) => {
        if (data.kind === 'progress') onProgress?.(data.share)
        else if (data.kind === 'hashed') resolve(data.sha256)
        else reject(Object.assign(new Error(data.message), { name: data.name }))
      })
      worker.postMessage(file)
    })
  } finally {
    worker.terminate()
  }
}
