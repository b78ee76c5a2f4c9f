import { fromBase64, toBase64 } from '@priormark/core/proofs/proof/base64'
import { toHex } from '@priormark/core/proofs/proof/bytes'
import type { ProofProblem } from '@priormark/core/proofs/proof/proof-problem'
import type { Proof } from '@priormark/core/proofs/proof/proof-schema'
import { fixedBytes, sampleAnchors, sampleProof, sha256, workText } from './vector-batch.ts'
import { utf8 } from '@priormark/core/platform/utf8'

/** A proof that was tampered with, and the name that its verification must give to it. */
interface TamperedProof {
  name: string
  kind: ProofProblem['kind']
  proof: object
}

const bare = { anchors: () => [] }
const otherDigest = toHex(fixedBytes('another digest'))

/** Every kind of tampering that verification distinguishes, applied once to a sound proof. */
export function tamperedProofs(): TamperedProof[] {
  const proof = sampleProof(3, 7)
  const unanchored = sampleProof(3, 7, bare)
  const [evm, ots, manual] = proof.anchors
  const [first, second, third] = proof.path
  return [
    { name: 'not-a-proof', kind: 'not_a_proof', proof: { ...proof, format: 'priormark-prove' } },
    { name: 'version-2', kind: 'malformed', proof: { ...proof, version: 2 } },
    { name: 'version-3', kind: 'unsupported_version', proof: { ...proof, version: 3 } },
    { name: 'salt-in-capitals', kind: 'malformed', proof: { ...proof, salt: proof.salt.toUpperCase() } },
    { name: 'another-key', kind: 'malformed', proof: { ...proof, author: 'Somebody Else' } },
    { name: 'another-tag', kind: 'malformed', proof: { ...proof, tag: '00' } },
    {
      name: 'record-with-a-space',
      kind: 'malformed',
      proof: { ...proof, record: proof.record.replace(',', ', ') },
    },
    {
      name: 'record-with-a-name-twice',
      kind: 'malformed',
      proof: { ...proof, record: proof.record.replace('{', '{"firstName":"Eve",') },
    },
    { name: 'another-file', kind: 'wrong_file', proof: proofOfAnotherFile(proof) },
    {
      name: 'file-sha256',
      kind: 'file_sha256_changed',
      proof: { ...proof, file: { sha256: otherDigest } },
    },
    {
      name: 'record',
      kind: 'record_or_salt_changed',
      proof: { ...proof, record: proof.record.replace('Ada', 'Eve') },
    },
    { name: 'salt', kind: 'record_or_salt_changed', proof: { ...proof, salt: otherDigest } },
    { name: 'leaf', kind: 'leaf_changed', proof: { ...proof, leaf: otherDigest } },
    {
      name: 'path-side',
      kind: 'path_side_changed',
      proof: { ...proof, path: [first, { ...second, side: 'right' }, third] },
    },
    {
      name: 'path-hash',
      kind: 'path_changed',
      proof: { ...proof, path: [first, { ...second, hash: otherDigest }, third] },
    },
    { name: 'path-shorter', kind: 'path_changed', proof: { ...proof, path: [first, second] } },
    { name: 'path-longer', kind: 'path_changed', proof: { ...proof, path: [...proof.path, first] } },
    {
      name: 'path-without-anchor',
      kind: 'path_or_root_changed',
      proof: { ...unanchored, path: [second, first, third] },
    },
    { name: 'root', kind: 'root_changed', proof: { ...proof, root: otherDigest } },
    {
      name: 'root-without-anchor',
      kind: 'path_or_root_changed',
      proof: { ...unanchored, root: otherDigest },
    },
    {
      name: 'salt-and-root',
      kind: 'several_parts_changed',
      proof: { ...proof, salt: otherDigest, root: otherDigest },
    },
    {
      name: 'anchor-of-another-root',
      kind: 'anchor_of_another_root',
      proof: { ...proof, anchors: [evm, sampleAnchors(fixedBytes('another root'))[1], manual] },
    },
    {
      name: 'anchor-unreadable',
      kind: 'anchor_unreadable',
      proof: { ...proof, anchors: [evm, withoutMagic(ots), manual] },
    },
    {
      name: 'anchor-of-another-kind',
      kind: 'malformed',
      proof: { ...proof, anchors: [{ kind: 'newspaper', link: 'https://example.org' }] },
    },
  ]
}

/** Sound in itself, but of another file than the lyric. */
function proofOfAnotherFile(proof: Proof): Proof {
  return { ...proof, file: { sha256: toHex(sha256(utf8(workText.toUpperCase()))) }, leaf: otherDigest }
}

function withoutMagic(anchor: Proof['anchors'][number] | undefined): object {
  const ots = anchor?.kind === 'opentimestamps' ? anchor.ots : ''
  const bytes = fromBase64(ots) ?? new Uint8Array()
  return { kind: 'opentimestamps', ots: toBase64(bytes.map((byte, n) => (n === 1 ? byte ^ 1 : byte))) }
}
