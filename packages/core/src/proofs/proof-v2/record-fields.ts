import { concatBytes, fromHex } from '../proof/bytes.ts'
import { hmacSha256, type HashFunction } from '../proof/hash.ts'
import { recordCommitment } from '../proof/leaf.ts'
import { utf8 } from '../../platform/utf8.ts'
import type { ProofV2, RecordField } from './proof-v2-schema.ts'

/** A label of the format, which ends with a zero byte, so that no label begins another. */
const label = (name: string) => utf8(`priormark/2 ${name}\0`)

/** Commits to the value of one field; 32 bytes. */
export function fieldCommitment(
  { name, value, salt }: Extract<RecordField, { value: string }>,
  sha256: HashFunction,
): Uint8Array {
  const nameBytes = utf8(name)
  const length = Uint8Array.of(0, nameBytes.length)
  return hmacSha256(fromHex(salt), concatBytes(label('field'), length, nameBytes, utf8(value)), sha256)
}

/** Commits to a record of either form: what the leaf has beside the fingerprint of the file. */
export function commitmentOf(record: ProofV2['record'], sha256: HashFunction): Uint8Array {
  if (record.form === 1) return recordCommitment(fromHex(record.salt), record.text, sha256)
  const parts = record.fields.map((field) => {
    const commitment = 'commitment' in field ? fromHex(field.commitment) : fieldCommitment(field, sha256)
    return concatBytes(Uint8Array.of(field.name.length), utf8(field.name), commitment)
  })
  return sha256(concatBytes(label('record'), Uint8Array.of(record.fields.length), ...parts))
}

/** Returns the value of a field of a record of form 2; undefined if it is hidden or not there. */
export function shownValue(record: ProofV2['record'], name: string): string | undefined {
  const field = record.form === 2 ? record.fields.find((one) => one.name === name) : undefined
  return field !== undefined && 'value' in field ? field.value : undefined
}
