import { formatFileSize } from '@priormark/core/platform/file-size'
import { fileMark, type FileMark } from './file-marks.ts'
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
      {files.map((file) => (
        <li key={file.id} data-phase={file.phase}>
          <bdi className="verify-file-name">{file.name}</bdi>
          <span className="verify-file-role">
            {formatFileSize(file.sizeBytes)}, {roleOf(file)}
          </span>
          <FileMarkTag mark={fileMark(file, results)} />
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
      ))}
    </ul>
  )
}

function FileMarkTag({ mark }: { mark: FileMark | null }) {
  if (mark === null) return null
  return (
    <strong className="verify-file-mark" data-mark={mark}>
      {mark}
    </strong>
  )
}

function roleOf({ phase, parts, failure }: VerifyFile): string {
  if (failure !== null) return 'could not be read'
  if (phase !== 'read') return phase === 'waiting' ? 'waiting' : 'computing its fingerprint'
  const meaning = parts[0]?.meaning
  switch (meaning?.kind) {
    case 'proof':
    case 'proof-problem':
      return 'a proof'
    case 'ots':
    case 'ots-problem':
      return 'an OpenTimestamps proof'
    case 'archive':
      return `an archive with ${parts.length - 1} files`
    case 'manifest':
      return 'a manifest'
    case 'record':
      return 'a record'
    case 'headers':
      return 'block headers'
    case 'certificate':
      return 'a certificate'
    case 'system':
      return 'made by the operating system, ignored'
    default:
      return 'a file'
  }
}
