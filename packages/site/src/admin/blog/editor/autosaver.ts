/** How keeping what is being written goes. */
export type AutosaveState =
  | { kind: 'idle' | 'waiting' | 'saving' }
  | { kind: 'saved'; atMs: number }
  | { kind: 'failed'; error: unknown }

export interface Autosaver<Value> {
  /** The value changed: it is saved when nothing has changed for a while. */
  change(value: Value): void
  /** Saves at once what waits; false where that failed. */
  flush(): Promise<boolean>
  /** Forgets what waits. What is under way arrives, or is not tried again. */
  cancel(): void
}

interface AutosaverParts<Value> {
  save: (value: Value) => Promise<unknown>
  onState: (state: AutosaveState) => void
  /** How long nothing must change before it is saved, in milliseconds. */
  delayMs: number
  /** How long after a failure it is tried again, in milliseconds. */
  retryMs: number
}

/** Saves the latest of many changes: one call at a time, never an older value after a newer one, and failures again. */
export function createAutosaver<Value>(parts: AutosaverParts<Value>): Autosaver<Value> {
  const { save, onState, delayMs, retryMs } = parts
  let waiting: { value: Value } | null = null
  let running: Promise<boolean> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let cancels = 0

  function wait(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), ms)
  }

  async function run(): Promise<boolean> {
    clearTimeout(timer)
    if (running !== null) {
      await running
      return run()
    }
    if (waiting === null) return true
    running = saveOne(waiting)
    try {
      return await running
    } finally {
      running = null
    }
  }

  async function saveOne(one: { value: Value }): Promise<boolean> {
    waiting = null
    const before = cancels
    onState({ kind: 'saving' })
    try {
      await save(one.value)
      onState(waiting === null ? { kind: 'saved', atMs: Date.now() } : { kind: 'waiting' })
      return true
    } catch (error) {
      if (cancels > before) return false
      waiting ??= one
      onState({ kind: 'failed', error })
      wait(retryMs)
      return false
    }
  }

  return {
    change(value) {
      waiting = { value }
      onState({ kind: 'waiting' })
      wait(delayMs)
    },
    flush: run,
    cancel() {
      clearTimeout(timer)
      cancels += 1
      waiting = null
      onState({ kind: 'idle' })
    },
  }
}
