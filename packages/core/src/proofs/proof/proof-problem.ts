import type { EvmFlaw } from '../proof-v2/evm-evidence.ts'
import type { LogFlaw } from '../proof-v2/log/log-check.ts'
import type { RenewalFlaw } from '../proof-v2/renewal.ts'
import type { TokenFlaw } from '../proof-v2/tsp/der.ts'

/** The first format error in a proof: where (`path.3.hash`, empty for the whole) and what. */
export interface ProofIssue {
  where: string
  what: string
}

/**
 * Why a proof is invalid, as exactly as hashes can show. A hash shows that one of its inputs changed, but which one is
 * known only if something else confirms the other, hence the names with 'or'.
 */
export type ProofProblem =
  /** Not JSON, or no `format: "priormark-proof"`. */
  | { kind: 'not_a_proof' }
  | { kind: 'unsupported_version'; version: string }
  /** Keys, digits or sizes that the version does not allow. */
  | { kind: 'malformed'; version: 1 | 2; issue: ProofIssue }
  /** The proof is for another file, or the file was changed since. */
  | { kind: 'wrong_file'; expectedSha256: string; actualSha256: string }
  /** The file is the right one; its fingerprint in the proof was changed. */
  | { kind: 'file_sha256_changed' }
  /** The record differs from the given one, which matches. Only if a record to compare with was given. */
  | { kind: 'record_changed' }
  /** The record is the given one, so the salt was changed. Only if a record to compare with was given. */
  | { kind: 'salt_changed' }
  | { kind: 'record_or_salt_changed' }
  /** Everything else matches; only the stored leaf does not. */
  | { kind: 'leaf_changed' }
  /** One step has left and right swapped; everything else matches. `step` counts from 0. */
  | { kind: 'path_side_changed'; step: number }
  /** An OpenTimestamps anchor confirms the root, but the path leads elsewhere: this is not what was recorded. */
  | { kind: 'path_changed' }
  /** An OpenTimestamps anchor confirms the root that the path leads to, but a different one is stored. */
  | { kind: 'root_changed' }
  | { kind: 'path_or_root_changed' }
  /** More than one part was changed: nothing matches. */
  | { kind: 'several_parts_changed' }
  /** An anchor's `.ots` cannot be read. `anchor` counts from 0. */
  | { kind: 'anchor_unreadable'; anchor: number }
  /** An anchor's `.ots` is for something other than the root. */
  | { kind: 'anchor_of_another_root'; anchor: number }
  /** The rest is of version 2. The SHA3-256 in the record differs from `file.sha3`. */
  | { kind: 'file_sha3_changed' }
  /** The SHA-256 of the file fits and its SHA3-256 does not. */
  | { kind: 'sha3_differs' }
  /** The `.ots` of a witness cannot be read, or is for something other than the root. `witness` counts from 0. */
  | { kind: 'witness_unreadable' | 'witness_of_another_root'; witness: number }
  /** The first block header of a witness does not belong to its `.ots`. */
  | { kind: 'witness_headers'; witness: number }
  | { kind: 'evm_evidence_broken'; witness: number; flaw: EvmFlaw }
  | { kind: 'token_broken'; witness: number; flaw: Exclude<TokenFlaw, 'revoked'> }
  | { kind: 'token_revoked'; witness: number }
  | { kind: 'log_broken'; flaw: LogFlaw }
  /** `renewal` counts from 0. */
  | { kind: 'renewal_broken'; renewal: number; flaw: RenewalFlaw }
