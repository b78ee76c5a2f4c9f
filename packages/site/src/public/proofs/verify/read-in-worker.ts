import type { UnreadPart, Part } from './part-reading.ts'
import type { ReadMessage } from './read-worker.ts'

/**
 * Reads a file in its own worker, so that an archive that is expensive to open neither blocks the page nor outlives its
 * removal from the list.
 * @returns null when the browser does not start the worker
 * @throws the signal's reason; an Error with the reader's name (`NotReadableError`) when the file cannot be read
 */
export async function readInWorker(
  worker: Worker,
  file: UnreadPart,
  signal: AbortSignal,
): Promise<Part[] | null> {
  try {
    signal.throwIfAborted()
    return await new Promise<Part[] | null>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      worker.addEventListener('error', () => resolve(null))
      worker.addEventListener('message', ({ data }: MessageEvent<ReadMessage>) => {
        if (data.kind === 'read') resolve(data.parts)
        else reject(Object.assign(new Error(data.message), { name: data.name }))
      })
      worker.postMessage(file)
    })
  } finally {
    worker.terminate()
  }
}
