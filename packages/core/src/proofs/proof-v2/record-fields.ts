import { concatBytes, fromHex, toHex } from '../proof/bytes.ts'
import { hmacSha256, type HashFunction } from '../proof/hash.ts'
import { recordCommitment } from '../proof/leaf.ts'
import { utf8 } from '../../platform/utf8.ts'
import type { StringMap } from '../proof/canonical-json.ts'
import type { ProofV2, RecordField } from './proof-v2-schema.ts'

type ShownField = Extract<RecordField, { value: string }>

/** A label of the format, which ends with a zero byte, so that no label is the beginning of another. */
const label = (name: string) => utf8(`priormark/2 ${name}\0`)

/**
 * Returns the fields of a record of form 2, in the order of their names. Each has a salt of its own, derived from the master
 * salt, so that showing one reveals nothing about the others.
 * @param masterSalt 32 random bytes, different for each record
 */
export function shownFields(values: StringMap, masterSalt: Uint8Array, sha256: HashFunction): ShownField[] {
  return Object.entries(values)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => {
      const salt = hmacSha256(masterSalt, concatBytes(label('salt'), utf8(name)), sha256)
      return { name, value, salt: toHex(salt) }
    })
}

/** Replaces the value and the salt of a field by the commitment to them. A field that is hidden stays as it is. */
export function hiddenField(field: RecordField, sha256: HashFunction): RecordField {
  if ('commitment' in field) return field
  return { name: field.name, commitment: toHex(fieldCommitment(field, sha256)) }
}

/** Commits to the value of one field; 32 bytes. */
function fieldCommitment({ name, value, salt }: ShownField, sha256: HashFunction): Uint8Array {
  const nameBytes = utf8(name)
  const length = Uint8Array.of(0, nameBytes.length)
  return hmacSha256(fromHex(salt), concatBytes(label('field'), length, nameBytes, utf8(value)), sha256)
}

/** Commits to a record of either form: what the leaf contains besides the fingerprint of the file. */
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
