// Computes leaf and root again, and names the first part of a proof that does not match.
import { createHmac } from 'node:crypto'
import { checkEvidence } from './evm-evidence.mjs'
import { Problem } from './grammar.mjs'
import { checkLog } from './log-check.mjs'
import { OtsError, readOts, sha256 } from './ots-format.mjs'
import { tag } from './proof-format.mjs'
import { checkRenewals } from './renewals.mjs'
import { readToken, withStates } from './time-stamps.mjs'

function hmac(key, ...parts) {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(Buffer.concat(parts)).digest()
}

/** The commitment to a record in one text: of version 1, and of form 1. */
function textCommitment(text, salt) {
  return hmac(salt, Buffer.from(tag, 'hex'), Buffer.from(text))
}

/** The commitment to a record of form 2. */
function fieldsCommitment(fields) {
  const parts = fields.flatMap(({ name, value, salt, commitment }) => {
    const length = Buffer.of(name.length)
    const label = Buffer.from('priormark/2 field\0')
    const fieldCommitment =
      commitment === undefined
        ? hmac(salt, label, Buffer.of(0), length, Buffer.from(name), Buffer.from(value))
        : Buffer.from(commitment, 'hex')
    return [length, Buffer.from(name), fieldCommitment]
  })
  return sha256(Buffer.from('priormark/2 record\0'), Buffer.of(fields.length), ...parts)
}

/** Returns the leaf; of another record in one text, if one is given. */
function leafOf({ version, record, salt }, fileSha256, otherText) {
  let commitment
  if (version === 1) commitment = textCommitment(otherText ?? record, salt)
  else if (record.form === 1) commitment = textCommitment(otherText ?? record.text, record.salt)
  else commitment = fieldsCommitment(record.fields)
  return sha256(Buffer.of(0), fileSha256, commitment).toString('hex')
}

/** The record in one text; undefined for form 2. */
export function textOfRecord({ version, record }) {
  return version === 1 ? record : record.text
}

/** The anchors of version 1, which version 2 calls witnesses. */
export function anchorsOf({ anchors, witnesses }) {
  return anchors ?? witnesses
}

function rootOf(leaf, path, swapped = -1) {
  let node = Buffer.from(leaf, 'hex')
  for (const [n, { side, hash }] of path.entries()) {
    const sibling = Buffer.from(hash, 'hex')
    const isLeft = (side === 'left') !== (n === swapped)
    node = isLeft ? sha256(Buffer.of(1), sibling, node) : sha256(Buffer.of(1), node, sibling)
  }
  return node.toString('hex')
}

function anchorOts({ ots }) {
  try {
    return readOts(Buffer.from(ots, 'base64'))
  } catch (error) {
    if (error instanceof OtsError) return null
    throw error
  }
}

function isOtsOf(ots, digest) {
  return ots !== null && ots.hash === 'sha256' && ots.digest.toString('hex') === digest
}

function hasOtsFor(proof, root) {
  return anchorsOf(proof).some(
    (anchor) => anchor.kind === 'opentimestamps' && isOtsOf(anchorOts(anchor), root),
  )
}

/** Throws the first Problem, else returns the attestations and the time-stamps of the anchors, and what log and renewals show. */
export function verify(proof, { sha256: fileSha256, sha3 }, knownRecord) {
  const leaf = leafOf(proof, fileSha256)
  if (fileSha256.toString('hex') !== proof.file.sha256)
    throw new Problem(leaf === proof.leaf ? 'file_sha256_changed' : 'wrong_file')
  const computedRoot = rootOf(leaf, proof.path)
  if (leaf !== proof.leaf) throw leafProblem(proof, fileSha256, computedRoot, knownRecord)
  if (computedRoot !== proof.root) throw pathProblem(proof, leaf, computedRoot)
  if (proof.record.form === 2) checkSha3(proof, sha3)
  const { attestations, tokens } = witnessesOf(anchorsOf(proof), proof)
  if (proof.version === 1) return { attestations, tokens, renewals: [] }
  const log = checkLog(proof.log, proof.root)
  const renewals = checkRenewals(proof, { witnessesOf, rootOf })
  return { attestations, tokens: withStates(tokens, Math.min(...renewals)), log, renewals }
}

/** Checks the witnesses of a root. Throws the first Problem, else returns their attestations and time-stamps. */
function witnessesOf(anchors, proof) {
  const attestations = []
  const tokens = []
  for (const [n, anchor] of anchors.entries()) {
    if (anchor.kind === 'rfc3161') tokens.push(readToken(anchor, n + 1, proof.root))
    else attestations.push(...attestationsOf(anchor, n + 1, proof))
  }
  return { attestations, tokens }
}

/** Compares the second fingerprint of version 2. */
function checkSha3({ file, record }, sha3) {
  const isShown = ({ name, value }) => name === 'fileSha3' && value !== undefined && value !== file.sha3
  if (record.fields.some(isShown)) throw new Problem('file_sha3_changed')
  if (sha3() !== file.sha3) throw new Problem('sha3_differs')
}

/** Throws the Problem of an anchor or a witness, else returns its attestations. */
function attestationsOf(anchor, number, { version, root }) {
  const name = version === 1 ? 'anchor' : 'witness'
  if (anchor.kind === 'evm' && (anchor.evidence ?? null) !== null)
    checkEvidence(anchor, number, `${tag}01${root}`)
  if (anchor.kind !== 'opentimestamps') return []
  const ots = anchorOts(anchor)
  if (ots === null) throw new Problem(`${name}_unreadable`, { number })
  if (!isOtsOf(ots, root)) throw new Problem(`${name}_of_another_root`, { number })
  const [firstHeader] = anchor.headers ?? []
  const isOfFirstHeader = ({ kind, message }) =>
    kind === 'bitcoin' && firstHeader.slice(72, 136) === message.toString('hex')
  if (firstHeader !== undefined && !ots.attestations.some(isOfFirstHeader))
    throw new Problem('witness_headers', { number })
  return ots.attestations
}

function leafProblem(proof, fileSha256, computedRoot, knownRecord) {
  if (computedRoot === proof.root) return new Problem('leaf_changed')
  if (rootOf(proof.leaf, proof.path) !== proof.root) return new Problem('several_parts_changed')
  const text = textOfRecord(proof)
  if (text === undefined) return new Problem('record_or_salt_changed')
  if (knownRecord === text) return new Problem('salt_changed')
  const isRecord = knownRecord !== undefined && leafOf(proof, fileSha256, knownRecord) === proof.leaf
  return new Problem(isRecord ? 'record_changed' : 'record_or_salt_changed')
}

function pathProblem(proof, leaf, computedRoot) {
  const swapped = proof.path.findIndex((_, n) => rootOf(leaf, proof.path, n) === proof.root)
  if (swapped !== -1) return new Problem('path_side_changed', { number: swapped + 1 })
  if (hasOtsFor(proof, computedRoot)) return new Problem('root_changed')
  return new Problem(hasOtsFor(proof, proof.root) ? 'path_changed' : 'path_or_root_changed')
}
