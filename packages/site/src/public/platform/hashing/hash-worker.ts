import { sha256OfBlob } from './blob-hashes.ts'

/** Messages of the worker: progress (0 to 1), then one of the others. */
export type HashWorkerMessage =
  | { kind: 'progress'; share: number }
  | { kind: 'hashed'; sha256: string }
  | { kind: 'failed'; name: string; message: string }

/** Each worker hashes one file. */
self.addEventListener('message', ({ data: file }: MessageEvent<Blob>) => void hash(file))

async function hash(file: Blob): Promise<void> {
  try {
    const sha256 = await sha256OfBlob(file, { onProgress: (share) => post({ kind: 'progress', share }) })
    post({ kind: 'hashed', sha256 })
  } catch (failure) {
    const { name, message } = failure instanceof Error ? failure : new Error(String(failure))
    post({ kind: 'failed', name, message })
  }
}

function post(message: HashWorkerMessage): void {
  self.postMessage(message)
}
