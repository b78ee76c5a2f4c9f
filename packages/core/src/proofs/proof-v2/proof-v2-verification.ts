import type { AnchorCheck } from '../proof/anchor-check.ts'
import { fromHex, toHex } from '../proof/bytes.ts'
import { leafHash } from '../proof/leaf.ts'
import type { ProofProblem } from '../proof/proof-problem.ts'
import { computedProblem, textRecordParts } from '../proof/proof-verification.ts'
import { checkLog, type LogCheck } from './log/log-check.ts'
import type { ProofDeps } from './proof-deps.ts'
import type { ProofV2 } from './proof-v2-schema.ts'
import { commitmentOf } from './record-fields.ts'
import { checkRenewals, earliest } from './renewal.ts'
import { checkWitnesses, headersOf, withStates } from './witness-check.ts'

/** The fingerprints of the file to check. SHA3-256 is computed only if all checks before it pass. */
interface FileFingerprints {
  /** 64 lower-case hexadecimal digits. */
  sha256: string
  sha3: () => Promise<string>
}

/**
 * `remaining` is what must be looked up; `headers` are the block headers of the witnesses, 80 bytes each; `renewals` are the
 * times that each renewal proves, in seconds since 1970, or null.
 */
type ProofV2Outcome =
  | {
      holds: true
      remaining: AnchorCheck[]
      headers: Uint8Array[]
      log: LogCheck
      renewals: (number | null)[]
    }
  | { holds: false; problem: ProofProblem }

/**
 * Checks a proof of version 2 against a file, in the order of packages/core/proof-vectors/v2/README.md.
 * @param knownRecord the record from another source, for a record of form 1
 */
export async function verifyProofV2(
  proof: ProofV2,
  file: FileFingerprints,
  deps: ProofDeps,
  knownRecord?: string,
): Promise<ProofV2Outcome> {
  const problem =
    computedProblem(
      { ...proof, anchors: proof.witnesses, ...recordParts(proof, file.sha256, deps, knownRecord) },
      file.sha256,
      deps.sha256,
    ) ?? (await sha3Problem(proof, file))
  if (problem !== null) return { holds: false, problem }
  const witnesses = await checkWitnesses(proof.witnesses, proof.root, deps)
  if ('problem' in witnesses) return { holds: false, problem: witnesses.problem }
  const log = await checkLog(proof.log, proof.root, deps)
  if ('flaw' in log) return { holds: false, problem: { kind: 'log_broken', flaw: log.flaw } }
  const renewals = await checkRenewals(proof, deps)
  if ('flaw' in renewals) return { holds: false, problem: { kind: 'renewal_broken', ...renewals } }
  return {
    holds: true,
    remaining: withStates(witnesses.checks, deps.nowSeconds, earliest(renewals.times)),
    headers: proof.witnesses.flatMap(headersOf),
    log,
    renewals: renewals.times,
  }
}

function recordParts(
  { record, leaf }: ProofV2,
  fileSha256: string,
  { sha256 }: ProofDeps,
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
