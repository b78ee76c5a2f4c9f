import { formatFileSize } from '@priormark/core/platform/file-size'
import type { Part } from './part-reading.ts'
import type { VerifyResult } from './verify-result.ts'
import type { VerifyFile } from './verify-store.ts'

/** Lists the chosen files with their progress. Uses no hooks, because verify.html renders it without React. */
export function VerifyFiles({
  files,
  results,
  onRemove,
}: {
  files: readonly VerifyFile[]
  results: readonly VerifyResult[]
  onRemove: (id: number) => void
}) {
  return (
    <ul className="verify-files" aria-label="Chosen files">
      {files.map((file) => {
        const mark = fileMark(file, results)
        return (
          <li key={file.id} data-phase={file.phase}>
            <bdi className="verify-file-name">{file.name}</bdi>
            <span className="verify-file-role">
              {formatFileSize(file.sizeBytes)}, {describeRole(file)}
            </span>
            {mark && (
              <strong className="verify-file-mark" data-mark={mark}>
                {mark}
              </strong>
            )}
            <button
              type="button"
              className="verify-quiet"
              aria-label={`Remove ${file.name}`}
              onClick={() => onRemove(file.id)}
            >
              Remove
            </button>
            <progress
              className="verify-progress"
              max={1}
              value={file.progress}
              aria-label={`Fingerprint of ${file.name}`}
            />
          </li>
        )
      })}
    </ul>
  )
}

const roleTexts: Record<Exclude<Part['role']['kind'], 'archive'>, string> = {
  proof: 'a proof',
  'proof-problem': 'a proof',
  ots: 'an OpenTimestamps proof',
  'ots-problem': 'an OpenTimestamps proof',
  manifest: 'a manifest',
  record: 'a record',
  headers: 'block headers',
  certificate: 'a certificate',
  system: 'made by the operating system, ignored',
  plain: 'a file',
}

function describeRole({ phase, parts, failure }: VerifyFile): string {
  if (failure !== null) return 'could not be read'
  if (phase !== 'read') return phase === 'waiting' ? 'waiting' : 'computing its fingerprint'
  const kind = parts[0]?.role.kind ?? 'plain'
  return kind === 'archive' ? `an archive with ${parts.length - 1} files` : roleTexts[kind]
}

type FileMark = 'matches' | 'different' | 'no proof here'

const matchingTones: readonly VerifyResult['tone'][] = ['proven', 'holds', 'pending']

/**
 * Returns the mark of a chosen file: it matches a proof, it differs from the one that a proof is for, or no proof is about
 * it. Null for proofs and their parts, and where a proof is faulty or cannot be checked here, since the result explains it.
 */
function fileMark({ phase, parts }: VerifyFile, results: readonly VerifyResult[]): FileMark | null {
  const [part] = parts
  if (phase !== 'read' || part === undefined || results.length === 0) return null
  const showsSeal = ({ seals }: VerifyResult) => seals.some(({ sha256 }) => sha256 === part.sha256)
  if (results.some((result) => matchingTones.includes(result.tone) && showsSeal(result))) return 'matches'
  const { role } = part
  if (role.kind !== 'plain') return null
  const refusedResults = results.filter(({ tone }) => tone === 'refused')
  // A result about a wrong file shows two seals: of that file, and of the one that the proof is for.
  if (refusedResults.some((result) => result.seals.length === 2 || showsSeal(result))) return 'different'
  return refusedResults.length === 0 && !results.some(({ isUnsupported }) => isUnsupported)
    ? 'no proof here'
    : null
}
