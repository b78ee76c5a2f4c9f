/** After this long without a byte the server is asked. With the time it may take, a lost connection shows within ten seconds. */
const silentMs = 4_000
const probeLimitMs = 5_000

/** Whether the server responds at all. Never rejects. */
export type ProbeServer = () => Promise<boolean>

/** Notices a lost connection under a request that hangs, because browsers report it only after minutes. */
interface SilenceWatch {
  /** Call it when bytes were sent, or a request began. */
  noteMove(): void
  /** Call it many times a second while a request runs. */
  check(): void
}

/**
 * @param onLost called when nothing moves and the server does not respond
 * @param onBack called when it responds again, and still nothing moves: the request hangs in a dead connection
 */
export function createSilenceWatch(
  probe: ProbeServer,
  { onLost, onBack }: { onLost: () => void; onBack: () => void },
): SilenceWatch {
  let movedMs = performance.now()
  let checkedMs = movedMs
  let isProbing = false
  let isLost = false

  async function ask(): Promise<void> {
    isProbing = true
    const movedBefore = movedMs
    const isReached = await probe()
    isProbing = false
    checkedMs = performance.now()
    if (movedMs !== movedBefore) return
    if (!isReached) {
      isLost = true
      onLost()
    } else if (isLost) {
      isLost = false
      onBack()
    }
  }

  return {
    noteMove() {
      movedMs = performance.now()
      isLost = false
    },
    check() {
      const quietMs = performance.now() - Math.max(movedMs, isLost ? 0 : checkedMs)
      if (!isProbing && quietMs >= silentMs) void ask()
    },
  }
}

/** Asks for as little as possible. Any response will do. */
export const probeServer: ProbeServer = () =>
  fetch('/api/health', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(probeLimitMs) }).then(
    () => true,
    () => false,
  )
