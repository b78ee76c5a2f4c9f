/** The measurements of one second. Latencies in milliseconds, memory in MB of all processes together. */
export interface SoakSecond {
  /** The end of the second, in seconds since the start. */
  at: number
  calls: number
  /** Calls without a response, or with a status of 500 or more. */
  errors: number
  p50: number
  p99: number
  memory: number
}

/** The time to recover after a fault, for connection pools and for customers who retry, in seconds. */
const recoverySeconds = 10

/** Counts the results that callers see, by second. */
export class SoakMeter {
  readonly seconds: SoakSecond[] = []
  /** The injected faults, in seconds since the start. */
  readonly faults: { name: string; from: number; to: number }[] = []
  readonly errorsByReason = new Map<string, number>()
  #latencies: number[] = []
  #errors = 0
  readonly #startedAt = performance.now()

  get elapsedSeconds(): number {
    return (performance.now() - this.#startedAt) / 1_000
  }

  /** Makes one call and records its result. @throws what the call threw */
  async call<Result>(work: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      this.#latencies.push(performance.now() - startedAt)
    }
  }

  error(reason: string): void {
    this.#errors += 1
    this.errorsByReason.set(reason, (this.errorsByReason.get(reason) ?? 0) + 1)
  }

  /** Ends a second. @param memory in MB */
  endSecond(memory: number): void {
    const sorted = this.#latencies.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    this.seconds.push({
      at: this.elapsedSeconds,
      calls: sorted.length,
      errors: this.#errors,
      p50: at(0.5),
      p99: at(0.99),
      memory,
    })
    this.#latencies = []
    this.#errors = 0
  }

  /** Whether a second is within a fault or its recovery time. */
  isFault({ at }: SoakSecond): boolean {
    return this.faults.some(({ from, to }) => at >= from && at <= to + recoverySeconds)
  }
}
