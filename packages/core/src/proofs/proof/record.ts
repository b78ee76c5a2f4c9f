import type { StringMap } from './canonical-json.ts'

/** The texts of an order that its record contains, with the labels and in the order in which a proof shows them. */
export const recordLabels = {
  projectName: 'Project',
  projectDescription: 'Description',
  firstName: 'First name',
  lastName: 'Last name',
} as const
export const recordedNames = Object.keys(recordLabels) as (keyof typeof recordLabels)[]

/** The fields whose values a proof may hide. The fingerprint `fileSha3` is always shown, like the SHA-256. */
export const hideableNames = [
  ...recordedNames,
  'fileName',
  'fileSize',
  'createdAt',
  'holderKey',
  'previous',
] as const

/** The details that are recorded with a work's fingerprint. A proof reveals them, so they contain no email address. */
interface WorkDetails extends Record<keyof typeof recordLabels, string> {
  fileName: string
  fileSizeBytes: number
  /** SHA3-256 in hex. */
  fileSha3: string
  /** ISO 8601 in UTC, by the operator's clock. The chain proves its own time, not this one. */
  createdAt: string
  /** The leaf of the earlier draft of the work, or empty. */
  previous: string
}

/**
 * Returns the fields of the record of a work, each of which has its own commitment. Every field is present, so that a hidden one
 * does not even reveal whether it is empty. Texts are in Unicode NFC: only the writer normalizes, because the Unicode version of a
 * verifier may differ.
 */
export function workRecord({ fileSizeBytes, ...texts }: WorkDetails): StringMap {
  const fields = { ...texts, fileSize: String(fileSizeBytes), holderKey: '' }
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text.normalize('NFC')]))
}
