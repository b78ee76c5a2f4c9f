import { canonicalJson, type StringMap } from './canonical-json.ts'

/** The texts of an order that its record contains, with the labels and in the order in which a proof shows them. */
export const recordLabels = {
  projectName: 'Project',
  projectDescription: 'Description',
  firstName: 'First name',
  lastName: 'Last name',
} as const
export const recordedNames = Object.keys(recordLabels) as (keyof typeof recordLabels)[]

/** The details that are recorded with a work's fingerprint. A proof reveals them, so they contain no email address. */
interface WorkDetails extends Record<keyof typeof recordLabels, string> {
  fileName: string
  fileSizeBytes: number
  /** ISO 8601 in UTC, by the operator's clock. The chain proves its own time, not this one. */
  createdAt: string
}

/** Returns the record that a work's commitment is computed from. */
export function workRecord({ fileSizeBytes, ...texts }: WorkDetails): string {
  return canonicalRecord({ ...texts, fileSize: String(fileSizeBytes) })
}

/**
 * Writes a record in canonical form: Unicode NFC, then canonical JSON. Only the writer normalizes; verifiers use the
 * bytes as they are, because their Unicode version may differ. @throws RangeError if two names are equal in NFC
 */
export function canonicalRecord(fields: StringMap): string {
  const entries = Object.entries(fields).map(([name, text]) => [name.normalize('NFC'), text.normalize('NFC')])
  const normalised: StringMap = Object.fromEntries(entries)
  if (Object.keys(normalised).length !== entries.length)
    throw new RangeError('Two names of the record are the same in NFC')
  return canonicalJson(normalised)
}
