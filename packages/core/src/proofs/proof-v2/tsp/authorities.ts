/** A time-stamping authority that all verifiers trust, for times in a span. Times are in seconds since 1970. */
export interface Authority {
  name: string
  /** ISO 3166-1, two letters. */
  country: string
  /** The SHA-256 in hex of the trusted certificate: one that signs time-stamps, or one above it in its chain. */
  anchorSha256: string
  /** Whether it is a qualified trust service by the trusted list of its country (Regulation (EU) No 910/2014). */
  qualified: boolean
  from: number
  /** Null as long as it is trusted. */
  until: number | null
  note: string
}

/** None yet: a shop can buy time-stamps of any authority, and verifiers say that they do not know it. */
export const authorities: readonly Authority[] = []
