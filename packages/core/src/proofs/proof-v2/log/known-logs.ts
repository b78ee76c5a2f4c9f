/** A public log of roots that all verifiers know. */
interface KnownLog {
  origin: string
  /** The key of its notes, as C2SP signed-note writes it: `name+id+key`. */
  vkey: string
}

/** Someone who watches logs and signs what they saw, with the time. */
interface LogWitness {
  name: string
  vkey: string
}

/** The logs and their witnesses that a verifier knows. */
export interface KnownLogs {
  logs: readonly KnownLog[]
  logWitnesses: readonly LogWitness[]
}

/** None yet. */
export const knownLogs: KnownLogs = { logs: [], logWitnesses: [] }
