import { readParts, type UnreadPart, type Part } from './part-reading.ts'
import { loadProofHashes } from './proof-hashes.ts'

/** What the worker sends once it is done. */
export type ReadMessage = { kind: 'read'; parts: Part[] } | { kind: 'failed'; name: string; message: string }

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
