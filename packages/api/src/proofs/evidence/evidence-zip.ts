import { portableName } from '@priormark/core/platform/downloads/portable-name'
import { writeOtsFile } from '@priormark/core/proofs/opentimestamps/ots-file'
import { mergeTimestamps } from '@priormark/core/proofs/opentimestamps/ots-merge'
import { fromBase64 } from '@priormark/core/proofs/proof/base64'
import { toHex } from '@priormark/core/proofs/proof/bytes'
import { canonicalJson } from '@priormark/core/proofs/proof/canonical-json'
import { writeManifest } from '@priormark/core/proofs/proof/manifest'
import { otsOfProof } from '@priormark/core/proofs/proof/proof-ots'
import type { ProofV2 } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { readToken } from '@priormark/core/proofs/proof-v2/tsp/token'
import type { Shop } from '@priormark/core/settings/groups'
import { strToU8, zipSync } from 'fflate'
import { readdir, readFile } from 'node:fs/promises'
import type { Order } from '../../order-book/order-entity.ts'
import { readAnchorOts } from '../leaves/proof-status.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { Em } from '../../platform/database/database.ts'
import { bitcoinEvidence, evmEvidence } from './block-evidence.ts'
import { certificateContent } from './certificate/certificate-content.ts'
import { drawCertificate } from './certificate/certificate-page.ts'
import { evidenceReadme } from './evidence-readme.ts'
import { readOfflineVerifier } from './offline-verifier.ts'
import { drawTimeline } from './timeline.ts'
import { readEarlierDrafts, workDraft, type WorkDraft } from '../facts/work-drafts.ts'
import { proofText, readOrderProof, type OrderProof } from '../facts/order-proof.ts'

/** A generated file. Its name is safe on every system. */
export interface GeneratedFile {
  fileName: string
  bytes: Uint8Array
}

/** ZIPs contain local times without a zone, so a fixed one is used: the earliest that the format allows. */
const zipTime = new Date(1980, 0, 1)

/**
 * Returns a ZIP with everything needed to check an order without us. Unchanged anchors give identical bytes. Null until
 * the order is sealed, and after its record was erased.
 */
export async function evidenceZip(em: Em, order: Order, shop: Shop): Promise<GeneratedFile | null> {
  const orderProof = await readOrderProof(em, order)
  if (orderProof === null) return null
  const { proof, record, blocks } = orderProof
  const ots = otsFileOf(proof)
  const otsName = ots === null ? null : `${portableName(record['fileName'] ?? '', { fallback: 'file' })}.ots`
  const evm = evmEvidence(proof)
  const bitcoin = blocks.map(bitcoinEvidence)
  const tokens = tokenFiles(orderProof)
  const verifier = await readOfflineVerifier()
  const drafts = await readDrafts(em, order, orderProof)
  const readme = evidenceReadme(
    orderProof,
    {
      otsName,
      evmNames: evm.map(({ name }) => name),
      bitcoinNames: bitcoin.map(({ name }) => name),
      opensslCommands: tokens.map(({ command }) => command),
      hasVerifier: verifier !== null,
      hasTimeline: drafts.length > 0,
    },
    shop,
  )
  const files: Record<string, Uint8Array> = {
    'README.txt': strToU8(readme),
    'certificate.pdf': await drawCertificate(certificateContent(orderProof, shop)),
    ...(drafts.length === 0
      ? {}
      : { 'timeline.pdf': await drawTimeline(drafts, shop, orderProof.leaf.createdAt) }),
    'proof.json': strToU8(proofText(orderProof)),
    'record.json': strToU8(canonicalJson(record)),
    ...(otsName === null || ots === null ? {} : { [otsName]: ots }),
    ...Object.fromEntries([...evm, ...bitcoin].map(({ name, text }) => [name, strToU8(text)])),
    ...Object.assign({}, ...tokens.map((token) => token.files)),
    ...(verifier === null ? {} : { 'verify.html': verifier }),
    ...(await readCheckers()),
    'LICENSE.txt': await readFile(licenseFile),
  }
  return {
    fileName: `${portableName(record['projectName'] ?? '', { fallback: 'work' })} - evidence.zip`,
    bytes: zipSync({ ...files, 'manifest.json': strToU8(manifestOf(files)) }, { mtime: zipTime, level: 9 }),
  }
}

/** Returns the timeline of an order's work as a PDF. Null before the order has evidence, and without an earlier draft. */
export async function timelineFile(em: Em, order: Order, shop: Shop): Promise<GeneratedFile | null> {
  const orderProof = await readOrderProof(em, order)
  if (orderProof === null) return null
  const drafts = await readDrafts(em, order, orderProof)
  if (drafts.length === 0) return null
  const fileName = `${portableName(order.projectName, { fallback: 'work' })} - timeline.pdf`
  return { fileName, bytes: await drawTimeline(drafts, shop, orderProof.leaf.createdAt) }
}

/** Returns the drafts of an order's work, with the order itself last; empty without an earlier draft. */
async function readDrafts(em: Em, order: Order, { leaf, anchors }: OrderProof): Promise<WorkDraft[]> {
  const earlierDrafts = await readEarlierDrafts(em, order)
  return earlierDrafts.length === 0 ? [] : [...earlierDrafts, workDraft(order, leaf, anchors)]
}

/** Returns the manifest, without the proof and the `.ots`: they prove themselves, and completed ones may replace them. */
function manifestOf(files: Record<string, Uint8Array>): string {
  const entries = Object.entries(files).filter(([name]) => name !== 'proof.json' && !name.endsWith('.ots'))
  return writeManifest(entries.map(([name, bytes]) => ({ name, sha256: toHex(sha256(bytes)) })))
}

const checkersUrl = new URL('../../../../core/proof-vectors/', import.meta.url)
const licenseFile = new URL('../../../../../LICENSE', import.meta.url)

/** The programs that check a proof, the description of its format, and what they need. */
const checkerNames = [
  'README.md',
  'v2/README.md',
  'proof.schema.json',
  'tables.json',
  'verify.py',
  'verify.mjs',
] as const
const checkerFolders = ['python', 'node'] as const

/** Reads the files of check/, by their path in the ZIP. */
async function readCheckers(): Promise<Record<string, Uint8Array>> {
  const namesInFolders = await Promise.all(
    checkerFolders.map(async (folder) => {
      const names = await readdir(new URL(`${folder}/`, checkersUrl))
      return names.filter((name) => /\.(py|mjs)$/.test(name)).map((name) => `${folder}/${name}`)
    }),
  )
  const names = [...checkerNames, ...namesInFolders.flat().sort()]
  const files = names.map(
    async (name) => [`check/${name}`, await readFile(new URL(name, checkersUrl))] as const,
  )
  return Object.fromEntries(await Promise.all(files))
}

/** Returns the standard `.ots` for the file of a proof. Null if no calendar has its root. */
function otsFileOf(proof: ProofV2): Uint8Array | null {
  const timestamps = proof.witnesses.flatMap((witness) =>
    witness.kind === 'opentimestamps' ? [readAnchorOts(witness.ots).timestamp] : [],
  )
  const [first, ...others] = timestamps
  if (first === undefined) return null
  return writeOtsFile(otsOfProof(proof, mergeTimestamps(first, ...others), sha256))
}

/**
 * Returns the files of each time-stamp by name, in the formats of OpenSSL: the token, its certificates and their
 * revocation data. Each comes with the lines of the command that checks it.
 */
function tokenFiles({ tokens, proof }: Pick<OrderProof, 'tokens' | 'proof'>) {
  return tokens.map(({ witness, tokenTime }, index) => {
    const name = `rfc3161-${index + 1}`
    const token = bytesOf(witness.token)
    const certificates = [...readToken(token).certificates, ...witness.certificates.map(bytesOf)]
    const [revocation] = witness.revocation
    return {
      files: {
        [`${name}.tst`]: token,
        [`${name}-chain.pem`]: Buffer.from(certificates.map(pemOf).join('')),
        ...(revocation === undefined ? {} : { [`${name}-revocation.der`]: bytesOf(revocation.data) }),
      },
      command: [
        `   openssl ts -verify -digest ${proof.root} -token_in -in ${name}.tst \\`,
        `     -CAfile ${name}-chain.pem -untrusted ${name}-chain.pem -partial_chain -attime ${tokenTime.getTime() / 1_000}`,
      ],
    }
  })
}

function bytesOf(base64: string): Uint8Array {
  return fromBase64(base64) ?? new Uint8Array()
}

function pemOf(certificate: Uint8Array): string {
  const lines =
    Buffer.from(certificate)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
