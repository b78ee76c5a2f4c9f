import { anchorChecks, type AnchorCheck } from '../proof/anchor-check.ts'
import { fromBase64 } from '../proof/base64.ts'
import { equalBytes, fromHex } from '../proof/bytes.ts'
import { evmCalldata } from '../proof/leaf.ts'
import type { ProofProblem } from '../proof/proof-problem.ts'
import { evmFlaw } from './evm-evidence.ts'
import type { ProofDeps } from './proof-deps.ts'
import type { Witness } from './proof-v2-schema.ts'
import { authorities as knownAuthorities } from './tsp/authorities.ts'
import { checkToken, tokenState, type TokenParts } from './tsp/token.ts'

/** Checks the witnesses of a root in order. Returns the problem of the first one that is broken. */
export async function checkWitnesses(
  witnesses: readonly Witness[],
  root: string,
  deps: ProofDeps,
): Promise<{ checks: AnchorCheck[] } | { problem: ProofProblem }> {
  const checks: AnchorCheck[] = []
  for (const [index, witness] of witnesses.entries()) {
    const result = await checkWitness(witness, index, root, deps)
    if ('problem' in result) return result
    checks.push(result.check)
  }
  return { checks }
}

/** Judges time-stamps by what is known now. @param renewedAt when a renewal proves that they existed, in seconds; null if none does */
export function withStates(
  checks: readonly AnchorCheck[],
  nowSeconds: number,
  renewedAt: number | null,
): AnchorCheck[] {
  return checks.map((check) =>
    check.kind === 'rfc3161' ? { ...check, state: tokenState(check.token, nowSeconds, renewedAt) } : check,
  )
}

async function checkWitness(
  witness: Witness,
  index: number,
  root: string,
  { sha256, keccak256, subtle, authorities = knownAuthorities }: ProofDeps,
): Promise<{ check: AnchorCheck } | { problem: ProofProblem }> {
  if (witness.kind === 'manual') return { check: witness }
  if (witness.kind === 'rfc3161') {
    const token = await checkToken(partsOf(witness), fromHex(root), authorities, subtle)
    if (!('flaw' in token)) return { check: { kind: 'rfc3161', token, state: 'unknown' } }
    const { flaw } = token
    return {
      problem:
        flaw === 'revoked'
          ? { kind: 'token_revoked', witness: index }
          : { kind: 'token_broken', witness: index, flaw },
    }
  }
  if (witness.kind === 'evm') {
    const { evidence } = witness
    const flaw = evidence === null ? null : evmFlaw(witness, evidence, root, keccak256)
    if (flaw !== null) return { problem: { kind: 'evm_evidence_broken', witness: index, flaw } }
    return {
      check: { kind: 'evm', anchor: witness, calldata: evmCalldata(root), hasEvidence: evidence !== null },
    }
  }
  const anchors = anchorChecks({ anchors: [{ kind: 'opentimestamps', ots: witness.ots }], root }, { sha256 })
  if ('problem' in anchors)
    return {
      problem: {
        kind: anchors.problem.kind === 'anchor_unreadable' ? 'witness_unreadable' : 'witness_of_another_root',
        witness: index,
      },
    }
  const [check] = anchors.checks
  if (check?.kind !== 'opentimestamps') throw new Error('An OpenTimestamps witness has another check')
  const [firstHeader] = headersOf(witness)
  const isAttested = check.attestations.some(
    (attestation) =>
      attestation.kind === 'bitcoin' &&
      firstHeader !== undefined &&
      equalBytes(firstHeader.subarray(36, 68), attestation.message),
  )
  return firstHeader === undefined || isAttested
    ? { check }
    : { problem: { kind: 'witness_headers', witness: index } }
}

function partsOf({ token, certificates, revocation }: Extract<Witness, { kind: 'rfc3161' }>): TokenParts {
  return {
    token: bytesOf(token),
    certificates: certificates.map(bytesOf),
    revocation: revocation.map(({ kind, data }) => ({ kind, data: bytesOf(data) })),
  }
}

/** The schema has checked that it is base64. */
function bytesOf(base64: string): Uint8Array {
  return fromBase64(base64) ?? new Uint8Array()
}

/** Returns the block headers of a witness, 80 bytes each. */
export function headersOf(witness: Witness): Uint8Array[] {
  return witness.kind === 'opentimestamps' ? witness.headers.map(fromHex) : []
}
