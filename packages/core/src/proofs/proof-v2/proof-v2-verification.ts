import { anchorChecks, type AnchorCheck } from '../proof/anchor-check.ts'
import { fromBase64 } from '../proof/base64.ts'
import { equalBytes, fromHex, toHex } from '../proof/bytes.ts'
import { evmCalldata } from '../proof/evm-calldata.ts'
import type { HashFunction } from '../proof/hash.ts'
import { leafHash } from '../proof/leaf.ts'
import type { ProofProblem } from '../proof/proof-problem.ts'
import { computedProblem, textRecordParts } from '../proof/proof-verification.ts'
import { evmFlaw } from './evm-evidence.ts'
import { checkLog, type LogCheck } from './log/log-check.ts'
import { knownLogs, type KnownLogs } from './log/known-logs.ts'
import type { ProofV2, Witness } from './proof-v2-schema.ts'
import { commitmentOf } from './record-fields.ts'
import { authorities as knownAuthorities, type Authority } from './tsp/authorities.ts'
import type { Subtle } from './tsp/signature.ts'
import { checkToken, type TokenParts } from './tsp/token.ts'

/** What a verification of version 2 needs: hash functions over whole messages, and WebCrypto for signatures. */
export interface ProofTools {
  sha256: HashFunction
  keccak256: HashFunction
  subtle: Subtle
  /** The trusted authorities, if not those of the table. */
  authorities?: readonly Authority[] | undefined
  /** The known logs, if not those of the table. */
  known?: KnownLogs | undefined
}

/** The fingerprints of the file to check. SHA3-256 is asked for only if everything before it holds. */
export interface FileFingerprints {
  /** 64 lower-case hexadecimal digits. */
  sha256: string
  sha3: () => Promise<string>
}

/** `remaining` is what must be looked up; `headers` are the block headers of the witnesses, 80 bytes each. */
type ProofV2Outcome =
  | { holds: true; remaining: AnchorCheck[]; headers: Uint8Array[]; log: LogCheck }
  | { holds: false; problem: ProofProblem }

/**
 * Checks a proof of version 2 against a file, in the order of packages/core/proof-vectors/v2/README.md.
 * @param knownRecord the record from another source, for a record of form 1
 */
export async function verifyProofV2(
  proof: ProofV2,
  file: FileFingerprints,
  tools: ProofTools,
  knownRecord?: string,
): Promise<ProofV2Outcome> {
  const problem =
    computedProblem(
      { ...proof, anchors: proof.witnesses, ...recordParts(proof, file.sha256, tools, knownRecord) },
      file.sha256,
      tools.sha256,
    ) ?? (await sha3Problem(proof, file))
  if (problem !== null) return { holds: false, problem }
  const remaining: AnchorCheck[] = []
  for (const [n, witness] of proof.witnesses.entries()) {
    const check = await witnessCheck(witness, n, proof.root, tools)
    if ('problem' in check) return { holds: false, problem: check.problem }
    remaining.push(check.check)
  }
  const { sha256, subtle, known = knownLogs } = tools
  const log = await checkLog(proof.log, proof.root, { sha256, subtle, known })
  if ('flaw' in log) return { holds: false, problem: { kind: 'log_broken', flaw: log.flaw } }
  return { holds: true, remaining, headers: proof.witnesses.flatMap(headersOf), log }
}

function recordParts(
  { record, leaf }: ProofV2,
  fileSha256: string,
  { sha256 }: ProofTools,
  knownRecord: string | undefined,
): Pick<Parameters<typeof computedProblem>[0], 'leafOf' | 'recordProblem'> {
  if (record.form === 1)
    return textRecordParts({ record: record.text, salt: record.salt }, leaf, fileSha256, sha256, knownRecord)
  const commitment = commitmentOf(record, sha256)
  return {
    leafOf: (file) => toHex(leafHash(fromHex(file), commitment, sha256)),
    recordProblem: () => ({ kind: 'record_or_salt_changed' }),
  }
}

async function sha3Problem(
  { file, record }: ProofV2,
  { sha3 }: FileFingerprints,
): Promise<ProofProblem | null> {
  if (record.form === 1) return null
  const isChanged = record.fields.some(
    (field) => field.name === 'fileSha3' && 'value' in field && field.value !== file.sha3,
  )
  if (isChanged) return { kind: 'file_sha3_changed' }
  return (await sha3()) === file.sha3 ? null : { kind: 'sha3_differs' }
}

async function witnessCheck(
  witness: Witness,
  n: number,
  root: string,
  { sha256, keccak256, subtle, authorities = knownAuthorities }: ProofTools,
): Promise<{ check: AnchorCheck } | { problem: ProofProblem }> {
  if (witness.kind === 'manual') return { check: witness }
  if (witness.kind === 'rfc3161') {
    const token = await checkToken(partsOf(witness), fromHex(root), authorities, subtle)
    if (!('flaw' in token)) return { check: { kind: 'rfc3161', token } }
    const { flaw } = token
    return {
      problem:
        flaw === 'revoked'
          ? { kind: 'token_revoked', witness: n }
          : { kind: 'token_broken', witness: n, flaw },
    }
  }
  if (witness.kind === 'evm') {
    const { evidence } = witness
    const flaw = evidence === null ? null : evmFlaw(witness, evidence, root, keccak256)
    if (flaw !== null) return { problem: { kind: 'evm_evidence_broken', witness: n, flaw } }
    return {
      check: { kind: 'evm', anchor: witness, calldata: evmCalldata(root), hasEvidence: evidence !== null },
    }
  }
  const anchors = anchorChecks({ anchors: [{ kind: 'opentimestamps', ots: witness.ots }], root }, { sha256 })
  if ('problem' in anchors)
    return {
      problem: {
        kind: anchors.problem.kind === 'anchor_unreadable' ? 'witness_unreadable' : 'witness_of_another_root',
        witness: n,
      },
    }
  const [check] = anchors.checks
  if (check?.kind !== 'opentimestamps') throw new Error('An OpenTimestamps witness has another check')
  const [own] = headersOf(witness)
  const isOwn = check.attestations.some(
    (attestation) =>
      attestation.kind === 'bitcoin' &&
      own !== undefined &&
      equalBytes(own.subarray(36, 68), attestation.message),
  )
  return own === undefined || isOwn ? { check } : { problem: { kind: 'witness_headers', witness: n } }
}

function partsOf({ token, certificates, revocation }: Extract<Witness, { kind: 'rfc3161' }>): TokenParts {
  return {
    token: bytesOf(token),
    certificates: certificates.map(bytesOf),
    revocation: revocation.map(({ kind, data }) => ({ kind, data: bytesOf(data) })),
  }
}

/** The grammar has checked that it is base64. */
function bytesOf(base64: string): Uint8Array {
  return fromBase64(base64) ?? new Uint8Array()
}

function headersOf(witness: Witness): Uint8Array[] {
  return witness.kind === 'opentimestamps' ? witness.headers.map(fromHex) : []
}
