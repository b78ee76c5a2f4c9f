import * as v from 'valibot'
import {
  Base64,
  CanonicalRecord,
  Digest,
  evmEntries,
  manualEntries,
  maxAnchors,
  maxPathSteps,
  objectMessagesWith,
  otsEntries,
  proofFormat,
  stepEntries,
  Text,
  wholeNumberFrom,
} from '../proof/proof-schema.ts'
import { utf8 } from '../../platform/utf8.ts'
import { issueMessages as words } from '../proof/issue-messages.ts'
import { canonicalValue } from '../proof/canonical-json.ts'

/** The maximum length of a proof.json of version 2 in bytes: it contains the evidence of its witnesses. */
export const maxProofV2Bytes = 4_000_000

/** The limits of one witness's evidence. The header of a block of Polygon has several kilobytes. */
const maxNodes = 16
const maxEvmBytes = 131_072
const maxBlockHeaders = 12
const maxTokenParts = 8
const maxRenewals = 16

/** The limits of a record of form 2. A value's bytes are counted in UTF-8. */
const maxFields = 32
const maxValueBytes = 65_535

const objectMessage = objectMessagesWith('issue.unknown_key_2')

const HexBytes = v.pipe(
  Text,
  v.maxLength(2 * maxEvmBytes, words['issue.too_long']),
  v.regex(/^(?:[0-9a-f]{2})+$/, words['issue.hex']),
)

function list<const Item extends v.GenericSchema>(
  item: Item,
  name:
    | 'steps'
    | 'fields'
    | 'witnesses'
    | 'headers'
    | 'nodes'
    | 'certificates'
    | 'revocations'
    | 'hashes'
    | 'renewals',
  most: number,
) {
  return v.pipe(v.array(item, words[`issue.${name}`]), v.maxLength(most, words[`issue.max_${name}`]))
}

/** A text without lone surrogates, of at most `maxBytes` in UTF-8. */
const textOfBytes = (maxBytes: number) =>
  v.pipe(
    Text,
    v.check((text) => text.isWellFormed(), words['issue.surrogate']),
    v.check((text) => utf8(text).length <= maxBytes, words['issue.too_long']),
  )

/** The name of a field. It is ASCII, so that its UTF-16 code units, bytes and characters are the same. */
const FieldName = v.pipe(Text, v.regex(/^[a-z][A-Za-z0-9]{0,31}$/, words['issue.field_name']))

const ShownField = v.pipe(
  v.strictObject(
    {
      name: FieldName,
      value: textOfBytes(maxValueBytes),
      salt: Digest,
    },
    objectMessage,
  ),
  v.forward(
    v.check(
      ({ name, value }) => name !== 'previous' || /^(?:[0-9a-f]{64})?$/.test(value),
      words['issue.previous'],
    ),
    ['value'],
  ),
)
const HiddenField = v.strictObject({ name: FieldName, commitment: Digest }, objectMessage)

/** A field of a record of form 2. One with a commitment is hidden. */
const RecordField = v.lazy((input) =>
  typeof input === 'object' && input !== null && Object.hasOwn(input, 'commitment')
    ? HiddenField
    : ShownField,
)
export type RecordField = v.InferOutput<typeof ShownField> | v.InferOutput<typeof HiddenField>

const ProofRecord = v.variant(
  'form',
  [
    v.strictObject({ form: v.literal(1), text: CanonicalRecord, salt: Digest }, objectMessage),
    v.strictObject(
      {
        form: v.literal(2),
        fields: v.pipe(
          list(RecordField, 'fields', maxFields),
          v.minLength(1, words['issue.no_fields']),
          v.check((fields) => isSortedByName(fields), words['issue.field_order']),
        ),
      },
      objectMessage,
    ),
  ],
  words['issue.form'],
)

function isSortedByName(fields: readonly { name: string }[]): boolean {
  return fields.every(({ name }, n) => n === 0 || (fields[n - 1]?.name ?? '') < name)
}

export const EvmEvidence = v.strictObject(
  {
    header: HexBytes,
    index: wholeNumberFrom(0),
    transaction: list(HexBytes, 'nodes', maxNodes),
    receipt: list(HexBytes, 'nodes', maxNodes),
  },
  objectMessage,
)
export type EvmEvidence = v.InferOutput<typeof EvmEvidence>

/** What an issuer of certificates says about their revocation: a list, or a response about one of them. */
const RevocationEntry = v.strictObject(
  { kind: v.picklist(['crl', 'ocsp'], words['issue.revocation']), data: Base64 },
  objectMessage,
)
export type RevocationEntry = v.InferOutput<typeof RevocationEntry>

const TokenWitness = v.strictObject(
  {
    kind: v.literal('rfc3161'),
    token: Base64,
    certificates: list(Base64, 'certificates', maxTokenParts),
    revocation: list(RevocationEntry, 'revocations', maxTokenParts),
  },
  objectMessage,
)
export type TokenWitness = v.InferOutput<typeof TokenWitness>

/** Where the root was recorded, with the evidence for it. */
const Witness = v.variant(
  'kind',
  [
    v.strictObject(manualEntries, objectMessage),
    v.strictObject(
      {
        ...otsEntries,
        headers: list(
          v.pipe(Text, v.regex(/^[0-9a-f]{160}$/, words['issue.block_header'])),
          'headers',
          maxBlockHeaders,
        ),
      },
      objectMessage,
    ),
    v.strictObject({ ...evmEntries, evidence: v.nullable(EvmEvidence) }, objectMessage),
    TokenWitness,
  ],
  words['issue.witness'],
)
export type Witness = v.InferOutput<typeof Witness>

/** No two witnesses of a root are the same. */
const Witnesses = v.pipe(
  list(Witness, 'witnesses', maxAnchors),
  v.check(
    (witnesses) => new Set(witnesses.map(canonicalValue)).size === witnesses.length,
    words['issue.duplicate'],
  ),
)

/** Where a public log has the root: its entry, the path from there to the root of the log's tree, and the signed note. */
const ProofLog = v.strictObject(
  {
    origin: v.pipe(
      Text,
      v.maxLength(255, words['issue.too_long']),
      v.regex(/^[!-*,-~]+$/, words['issue.origin']),
    ),
    index: wholeNumberFrom(0),
    size: wholeNumberFrom(1),
    path: list(Digest, 'hashes', maxPathSteps),
    checkpoint: textOfBytes(16_384),
  },
  objectMessage,
)

/** A later record of the proof as it is, made before its hash functions, signatures or certificates are too old to trust. */
const Renewal = v.strictObject(
  {
    hash: v.picklist(['sha256', 'sha3-256', 'sha512'], words['issue.renewal_hash']),
    digest: v.pipe(Text, v.regex(/^(?:[0-9a-f]{64}){1,2}$/, words['issue.renewal_digest'])),
    path: list(v.strictObject(stepEntries, objectMessage), 'steps', maxPathSteps),
    root: Digest,
    witnesses: Witnesses,
    log: v.nullable(ProofLog),
  },
  objectMessage,
)

/** proof.json, version 2. packages/core/proof-vectors/v2/README.md describes it. */
export const ProofV2 = v.pipe(
  v.strictObject(
    {
      format: v.literal(proofFormat, words['issue.format']),
      version: v.literal(2, words['issue.version_2']),
      file: v.strictObject({ sha256: Digest, sha3: v.optional(Digest) }, objectMessage),
      record: ProofRecord,
      leaf: Digest,
      path: list(v.strictObject(stepEntries, objectMessage), 'steps', maxPathSteps),
      root: Digest,
      witnesses: Witnesses,
      log: v.nullable(ProofLog),
      renewals: list(Renewal, 'renewals', maxRenewals),
    },
    objectMessage,
  ),
  v.forward(
    v.check(({ file, record }) => record.form === 1 || file.sha3 !== undefined, words['issue.missing']),
    ['file', 'sha3'],
  ),
  v.forward(
    v.check(
      ({ file, record }) => record.form === 2 || file.sha3 === undefined,
      words['issue.sha3_of_form_1'],
    ),
    ['file', 'sha3'],
  ),
)
export type ProofV2 = v.InferOutput<typeof ProofV2>
