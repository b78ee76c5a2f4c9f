// Reads a proof.json by the strict grammars in README.md and v2/README.md.
import {
  checkRecord,
  digest,
  evmShape,
  list,
  manualShape,
  object,
  oneOf,
  otsShape,
  Problem,
  readJson,
  requireThat,
  stepShape,
  variant,
} from './grammar.mjs'
import { checkProofV2, mostBytesV2 } from './proof-v2-format.mjs'

export const tag = '7072696f726d61726b'
export const mostBytes = 1_000_000

const anchors = new Map([
  ['evm', object(evmShape)],
  ['opentimestamps', object(otsShape)],
  ['manual', object(manualShape)],
])

const checkProof = object({
  format: oneOf('format', 'priormark-proof'),
  version: oneOf('version', 1),
  file: object({ sha256: digest }),
  record: checkRecord,
  salt: digest,
  tag: oneOf('tag', tag),
  leaf: digest,
  path: list(object(stepShape), 'steps', 64),
  root: digest,
  anchors: list(variant('kind', 'anchor', anchors), 'anchors', 16),
})

/** Throws the Problem of a proof that does not follow the grammar of its version. */
export function readProof(bytes) {
  requireThat(bytes.length <= mostBytesV2, '', 'too_long')
  const { value: proof, flaw } = jsonOf(bytes)
  const isProof =
    proof !== null &&
    typeof proof === 'object' &&
    Object.hasOwn(proof, 'format') &&
    proof.format === 'priormark-proof'
  const isVersion2 = isProof && proof.version === 2
  requireThat(isVersion2 || bytes.length <= mostBytes, '', 'too_long')
  if (!isProof) throw new Problem('not_a_proof')
  const { version } = proof
  if (isVersion2) return asVersion2(proof, flaw)
  requireThat(flaw === null, '', flaw)
  if (typeof version === 'number' && version !== 1) throw new Problem('unsupported_version', { version })
  checkProof(proof, '')
  return proof
}

/** Problems name version 1 unless it is known that the proof has version 2. */
function asVersion2(proof, flaw) {
  try {
    requireThat(flaw === null, '', flaw)
    checkProofV2(proof)
    return proof
  } catch (error) {
    throw error instanceof Problem ? new Problem(error.kind, { ...error.parts, version: 2 }) : error
  }
}

function jsonOf(bytes) {
  try {
    return readJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return { value: null, flaw: null }
  }
}
