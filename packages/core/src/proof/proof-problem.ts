/** One thing that is wrong with the form of a proof: where (`path.3.hash`, empty for the whole) and what. */
export interface ProofIssue {
  where: string
  what: string
}

/**
 * Why a proof does not hold, as exactly as hashes can tell. A hash says that something is not what it was; which of two
 * inputs it was can be told only where something else vouches for one of them, hence the names with 'or'.
 */
export type ProofProblem =
  /** Not JSON, or no `format: "priormark-proof"`. */
  | { kind: 'not_a_proof' }
  | { kind: 'unsupported_version'; version: string }
  /** Keys, digits or sizes that version 1 does not allow. */
  | { kind: 'malformed'; issues: ProofIssue[] }
  /** The proof is for another file, or the file was changed since. */
  | { kind: 'wrong_file'; expectedSha256: string; actualSha256: string }
  /** The file is the right one; what the proof says of its fingerprint was changed. */
  | { kind: 'file_sha256_changed' }
  /** The record is not the one that stands elsewhere; that one fits. Only where a record to compare with was given. */
  | { kind: 'record_changed' }
  /** The record is the one that stands elsewhere, so it is the salt. Only where a record to compare with was given. */
  | { kind: 'salt_changed' }
  | { kind: 'record_or_salt_changed' }
  /** Everything else fits; only the leaf that is written down does not. */
  | { kind: 'leaf_changed' }
  /** One step says left for right or right for left; everything else fits. `step` counts from 0. */
  | { kind: 'path_side_changed'; step: number }
  /** An OpenTimestamps anchor vouches for the root, and the path leads elsewhere: not what was recorded under this root. */
  | { kind: 'path_changed' }
  /** An OpenTimestamps anchor vouches for the root that the path leads to, and another one is written down. */
  | { kind: 'root_changed' }
  | { kind: 'path_or_root_changed' }
  /** More than one part was changed: nothing fits. */
  | { kind: 'several_parts_changed' }
  /** An anchor's `.ots` cannot be read; `sentence` says why. `anchor` counts from 0. */
  | { kind: 'anchor_unreadable'; anchor: number; sentence: string }
  /** An anchor's `.ots` is for something else than the root. */
  | { kind: 'anchor_of_another_root'; anchor: number }
