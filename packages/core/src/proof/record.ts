import { canonicalJson, type StringMap } from './canonical-json.ts'

/** What is recorded of a work beside its fingerprint. Who shows the proof shows these, so there is no e-mail address. */
export interface WorkDetails {
  firstName: string
  lastName: string
  projectName: string
  projectDescription: string
  fileName: string
  fileSizeBytes: number
  /** ISO 8601 in UTC, as the operator's clock had it. The chain proves its own time, not this one. */
  createdAt: string
}

/** The record of a work under the names of SPEC.md section 3, as its commitment is made over it. */
export function workRecord({ fileSizeBytes, ...texts }: WorkDetails): string {
  return canonicalRecord({ ...texts, fileSize: String(fileSizeBytes) })
}

/**
 * A record in its canonical form: names and texts in Unicode NFC, then canonical JSON. Two names that are the same in NFC
 * are a RangeError. Only the writer normalises: a verifier takes the bytes as they are, since its Unicode may be newer.
 */
export function canonicalRecord(fields: StringMap): string {
  const entries = Object.entries(fields).map(([name, text]) => [name.normalize('NFC'), text.normalize('NFC')])
  const normalised: StringMap = Object.fromEntries(entries)
  if (Object.keys(normalised).length !== entries.length)
    throw new RangeError('Two names of the record are the same in NFC')
  return canonicalJson(normalised)
}
