import { fromHex, toHex } from '../proof/bytes.ts'
import type { HashFunction } from '../proof/hash.ts'
import { leafHash } from '../proof/leaf.ts'
import { rootFromPath, type PathStep } from '../proof/merkle-path.ts'
import { proofFormat } from '../proof/proof-schema.ts'
import type { ProofV2, RecordField, Witness } from './proof-v2-schema.ts'
import { commitmentOf, hiddenField } from './record-fields.ts'

/** The parts of a proof with a record of form 2. Hashes are in hex. */
interface ProofV2Parts {
  file: { sha256: string; sha3: string }
  fields: readonly RecordField[]
  path: readonly PathStep[]
  root: string
  witnesses: readonly Witness[]
}

/** Builds a proof. @throws RangeError if the parts do not lead to the root, so that no invalid proof is published */
export function buildProofV2(
  { file, fields, path, root, witnesses }: ProofV2Parts,
  sha256: HashFunction,
): ProofV2 {
  const record = { form: 2 as const, fields: [...fields] }
  const leaf = leafHash(fromHex(file.sha256), commitmentOf(record, sha256), sha256)
  if (toHex(rootFromPath(leaf, path, sha256)) !== root)
    throw new RangeError('The path does not lead to the root')
  return {
    format: proofFormat,
    version: 2,
    file,
    record,
    leaf: toHex(leaf),
    path: path.map(({ side, hash }) => ({ side, hash })),
    root,
    witnesses: [...witnesses],
    log: null,
    renewals: [],
  }
}

/** Hides the values of some fields of a proof. What it proves stays the same. */
export function withHiddenFields(proof: ProofV2, names: readonly string[], sha256: HashFunction): ProofV2 {
  if (proof.record.form === 1) return proof
  const fields = proof.record.fields.map((field) =>
    names.includes(field.name) ? hiddenField(field, sha256) : field,
  )
  return { ...proof, record: { form: 2, fields } }
}
