import { loadProofHashes } from './proof-hashes.ts'
import { readParts, type UnreadPart, type Part } from './part-reading.ts'

type ReadMessage = { kind: 'read'; parts: Part[] } | { kind: 'failed'; name: string; message: string }

/** Makes this worker read the one file that it is sent. */
export function serveReading(): void {
  self.addEventListener('message', ({ data: file }: MessageEvent<UnreadPart>) => void read(file))
}

async function read(file: UnreadPart): Promise<void> {
  try {
    send({ kind: 'read', parts: await readParts(file, await loadProofHashes()) })
  } catch (failure) {
    const { name, message } = failure instanceof Error ? failure : new Error(String(failure))
    send({ kind: 'failed', name, message })
  }
}

function send(message: ReadMessage): void {
  self.postMessage(message)
}

/**
 * Reads a file in its own worker, so that an archive that is expensive to open neither blocks the page nor outlives its
 * removal from the list.
 * @returns null when the browser does not start the worker
 * @throws the signal's reason; an Error with the name of the read error (`NotReadableError`) when the file cannot be read
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
