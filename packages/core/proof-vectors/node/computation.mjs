// Computes leaf and root again, and names the first part of a proof that does not match.
import { createHmac } from 'node:crypto'
import { OtsError, readOts, sha256 } from './ots-format.mjs'
import { Problem, tag } from './proof-format.mjs'

function leafOf(proof, fileSha256, record) {
  const hmac = createHmac('sha256', Buffer.from(proof.salt, 'hex'))
  const commitment = hmac.update(Buffer.from(tag, 'hex')).update(record).digest()
  return sha256(Buffer.of(0), fileSha256, commitment).toString('hex')
}

function rootOf(leaf, path, turned = -1) {
  let node = Buffer.from(leaf, 'hex')
  for (const [n, { side, hash }] of path.entries()) {
    const beside = Buffer.from(hash, 'hex')
    const isLeft = (side === 'left') !== (n === turned)
    node = isLeft ? sha256(Buffer.of(1), beside, node) : sha256(Buffer.of(1), node, beside)
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

function isOf(ots, digest) {
  return ots !== null && ots.hash === 'sha256' && ots.digest.toString('hex') === digest
}

function hasOtsFor({ anchors }, root) {
  return anchors.some((anchor) => anchor.kind === 'opentimestamps' && isOf(anchorOts(anchor), root))
}

/** Throws the first Problem, else returns the attestations of the anchors. */
export function verify(proof, fileSha256, knownRecord) {
  const leaf = leafOf(proof, fileSha256, proof.record)
  if (fileSha256.toString('hex') !== proof.file.sha256)
    throw new Problem(leaf === proof.leaf ? 'file_sha256_changed' : 'wrong_file')
  const reached = rootOf(leaf, proof.path)
  if (leaf !== proof.leaf) throw leafProblem(proof, fileSha256, reached, knownRecord)
  if (reached !== proof.root) throw pathProblem(proof, leaf, reached)
  return proof.anchors.flatMap((anchor, n) => {
    if (anchor.kind !== 'opentimestamps') return []
    const ots = anchorOts(anchor)
    if (ots === null) throw new Problem('anchor_unreadable', { number: n + 1 })
    if (!isOf(ots, proof.root)) throw new Problem('anchor_of_another_root', { number: n + 1 })
    return ots.attestations
  })
}

function leafProblem(proof, fileSha256, reached, knownRecord) {
  if (reached === proof.root) return new Problem('leaf_changed')
  if (rootOf(proof.leaf, proof.path) !== proof.root) return new Problem('several_parts_changed')
  if (knownRecord === proof.record) return new Problem('salt_changed')
  const isRecord = knownRecord !== undefined && leafOf(proof, fileSha256, knownRecord) === proof.leaf
  return new Problem(isRecord ? 'record_changed' : 'record_or_salt_changed')
}

function pathProblem(proof, leaf, reached) {
  const turned = proof.path.findIndex((_, n) => rootOf(leaf, proof.path, n) === proof.root)
  if (turned !== -1) return new Problem('path_side_changed', { number: turned + 1 })
  if (hasOtsFor(proof, reached)) return new Problem('root_changed')
  return new Problem(hasOtsFor(proof, proof.root) ? 'path_changed' : 'path_or_root_changed')
}
