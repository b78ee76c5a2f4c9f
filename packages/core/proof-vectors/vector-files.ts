import { toHex } from '@priormark/core/proofs/proof/bytes'
import { canonicalJson } from '@priormark/core/proofs/proof/canonical-json'
import { leafHash, proofTag, recordCommitment } from '@priormark/core/proofs/proof/leaf'
import { MerkleTree } from '@priormark/core/proofs/proof/merkle-tree'
import { writeOtsFile } from '@priormark/core/proofs/opentimestamps/ots-file'
import { otsOfProof } from '@priormark/core/proofs/proof/proof-ots'
import { writeProof } from './proof-writing.ts'
import { format } from 'oxfmt'
import { casesTable } from './cases/all-cases.ts'
import { tamperedProofs } from './tampered-proofs.ts'
import { verifierTables } from './verifier-tables.ts'
import { fixedBytes, sampleProof, sampleRecord, sampleTimestamp, sha256, workText } from './vector-batch.ts'

const bare = { anchors: () => [] }
const anyScript = canonicalJson({
  firstName: 'Zoë 𝄞',
  lastName: '陳 עברית',
  projectName: 'Ångström "№ 1"\n\\ \u001f',
})

/** The sound proofs of version 1 by their names. */
export const soundProofs = {
  'one-leaf': sampleProof(0, 1, bare),
  'two-leaves': sampleProof(1, 2, bare),
  'lone-leaf-of-three': sampleProof(2, 3, bare),
  'seven-leaves': sampleProof(3, 7),
  'thousand-leaves': sampleProof(777, 1000),
  'any-script': sampleProof(4, 6, { record: anyScript }),
}

/** Returns all computed files by their path relative to this one. Every run returns the same bytes. */
export async function vectorFiles(): Promise<Map<string, string>> {
  const files = new Map([
    ['work.txt', workText],
    ['tables.json', verifierTables()],
    ['cases.tsv', casesTable()],
  ])
  for (const [name, proof] of Object.entries(soundProofs)) files.set(`sound/${name}.json`, writeProof(proof))
  const tampered = tamperedProofs()
  for (const { name, proof } of tampered)
    files.set(`tampered/${name}.json`, `${JSON.stringify(proof, null, 2)}\n`)
  const vectors = {
    tag: toHex(proofTag),
    canonicalJson: canonicalJsonVectors(),
    leaves: leafVectors(),
    trees: treeVectors(),
    ots: otsVectors(),
    tampered: Object.fromEntries(tampered.map(({ name, kind }) => [name, kind])),
  }
  const { code } = await format('vectors.json', JSON.stringify(vectors), { printWidth: 110 })
  files.set('vectors.json', code)
  return files
}

function canonicalJsonVectors() {
  const maps = [
    {},
    { b: '2', a: '1', '10': 'x', '9': 'y' },
    // RFC 8785 section 3.2.3
    {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\u{1f600}': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    },
    // RFC 8785 section 3.2.2
    { string: '\u20ac$\u000f\nA\'B"\\\\"/' },
  ]
  // A list of pairs, since JSON parsers may reorder the keys of an object.
  return maps.map((map) => ({ fields: Object.entries(map), canonical: canonicalJson(map) }))
}

function leafVectors() {
  return [sampleRecord, anyScript, '{}'].map((record, n) => {
    const salt = fixedBytes(`salt ${n}`)
    const fileSha256 = fixedBytes(`file ${n}`)
    const commitment = recordCommitment(salt, record, sha256)
    const leaf = leafHash(fileSha256, commitment, sha256)
    return {
      fileSha256: toHex(fileSha256),
      salt: toHex(salt),
      record,
      commitment: toHex(commitment),
      leaf: toHex(leaf),
    }
  })
}

/** Leaf n of these trees is SHA-256 of the UTF-8 of `priormark vector: leaf n`. */
function treeVectors() {
  return [1, 2, 3, 4, 5, 6, 7, 8, 9, 100, 1000].map((size) => {
    const leaves = Array.from({ length: size }, (_, n) => fixedBytes(`leaf ${n}`))
    const tree = new MerkleTree(sha256, leaves)
    return { size, root: toHex(tree.root()), lastPath: tree.path(size - 1) }
  })
}

function otsVectors() {
  const proof = sampleProof(3, 7, bare)
  const ofRoot = writeOtsFile({ hash: 'sha256', digest: fixedBytes('root'), timestamp: sampleTimestamp })
  return {
    root: { digest: toHex(fixedBytes('root')), ots: toHex(ofRoot) },
    work: { digest: proof.file.sha256, ots: toHex(writeOtsFile(otsOfProof(proof, sampleTimestamp, sha256))) },
  }
}
