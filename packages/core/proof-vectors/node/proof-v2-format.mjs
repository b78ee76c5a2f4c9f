// The grammar of a proof.json of version 2, in v2/README.md.
import {
  below,
  checkBase64,
  checkRecord,
  digest,
  evmShape,
  list,
  manualShape,
  number,
  object,
  oneOf,
  otsShape,
  requireThat,
  stepShape,
  text,
  variant,
} from './grammar.mjs'

export const mostBytesV2 = 4_000_000

const exact = (shape) => object(shape, 'unknown_key_2')
const anything = () => {}
const hexBytes = text(/^(?:[0-9a-f]{2})+$/, 'hex', 2 * 131_072)
const nodes = list(hexBytes, 'nodes', 16)
const fieldName = text(/^[a-z][A-Za-z0-9]{0,31}$/, 'field_name')

/** A text without lone surrogates, of so many bytes at most in UTF-8. */
function textOfBytes(most) {
  return (value, where) => {
    requireThat(typeof value === 'string', where, 'text')
    requireThat(value.isWellFormed(), where, 'surrogate')
    requireThat(Buffer.byteLength(value) <= most, where, 'too_long')
  }
}

const shownField = exact({ name: fieldName, value: textOfBytes(65_535), salt: digest })
const previous = text(/^([0-9a-f]{64})?$/, 'previous')
const hiddenField = exact({ name: fieldName, commitment: digest })

function checkField(value, where) {
  const isHidden = typeof value === 'object' && value !== null && Object.hasOwn(value, 'commitment')
  const check = isHidden ? hiddenField : shownField
  check(value, where)
  if (value.name === 'previous' && !isHidden) previous(value.value, below(where, 'value'))
}

function checkFields(value, where) {
  list(checkField, 'fields', 32)(value, where)
  requireThat(value.length > 0, where, 'no_fields')
  const isSorted = value.every(({ name }, n) => n === 0 || value[n - 1].name < name)
  requireThat(isSorted, where, 'field_order')
}

const records = new Map([
  [1, exact({ form: anything, text: checkRecord, salt: digest })],
  [2, exact({ form: anything, fields: checkFields })],
])

const evidence = exact({ header: hexBytes, index: number(0), transaction: nodes, receipt: nodes })
const headers = list(text(/^[0-9a-f]{160}$/, 'block_header'), 'headers', 12)
const witnesses = new Map([
  ['manual', exact(manualShape)],
  ['opentimestamps', exact({ ...otsShape, headers })],
  [
    'evm',
    exact({ ...evmShape, evidence: (value, where) => (value === null ? undefined : evidence(value, where)) }),
  ],
  [
    'rfc3161',
    exact({
      kind: anything,
      token: checkBase64,
      certificates: list(checkBase64, 'certificates', 8),
      revocation: list(
        exact({ kind: oneOf('revocation', 'crl', 'ocsp'), data: checkBase64 }),
        'revocations',
        8,
      ),
    }),
  ],
])

function checkWitnesses(value, where) {
  list(variant('kind', 'witness', witnesses), 'witnesses', 16)(value, where)
  requireThat(new Set(value.map(canonical)).size === value.length, where, 'duplicate')
}

/** Writes a value as RFC 8785 does. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
  return `{${members.join(',')}}`
}

function checkFile(value, where) {
  const hasSha3 = typeof value === 'object' && value !== null && Object.hasOwn(value, 'sha3')
  exact(hasSha3 ? { sha256: digest, sha3: digest } : { sha256: digest })(value, where)
}

const log = exact({
  origin: text(/^[!-*,-~]+$/, 'origin', 255),
  index: number(0),
  size: number(1),
  path: list(digest, 'hashes', 64),
  checkpoint: textOfBytes(16_384),
})

function logOrNull(value, where) {
  if (value !== null) log(value, where)
}

const renewal = exact({
  hash: oneOf('renewal_hash', 'sha256', 'sha3-256', 'sha512'),
  digest: text(/^(?:[0-9a-f]{64}){1,2}$/, 'renewal_digest'),
  path: list(exact(stepShape), 'steps', 64),
  root: digest,
  witnesses: checkWitnesses,
  log: logOrNull,
})

const checkKeys = exact({
  format: anything,
  version: anything,
  file: checkFile,
  record: variant('form', 'form', records),
  leaf: digest,
  path: list(exact(stepShape), 'steps', 64),
  root: digest,
  witnesses: checkWitnesses,
  log: logOrNull,
  renewals: list(renewal, 'renewals', 16),
})

/** Checks a proof whose format and version are known. */
export function checkProofV2(proof) {
  checkKeys(proof, '')
  const { file, record } = proof
  requireThat(record.form === 1 || file.sha3 !== undefined, 'file.sha3', 'missing')
  requireThat(record.form === 2 || file.sha3 === undefined, 'file.sha3', 'sha3_of_form_1')
}
