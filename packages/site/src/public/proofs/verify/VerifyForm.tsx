import { useEffect, useRef, type ReactNode } from 'react'
import { showVerdict } from './verify-result.ts'
import { VerifyFiles } from './VerifyFiles.tsx'
import { DropArea } from './DropArea.tsx'
import { ResultCard } from './ResultCard.tsx'
import type { VerifyState } from './verify-store.ts'

interface VerifyFormProps {
  state: VerifyState
  /** Whether the shop can be asked about fingerprints. */
  canAsk: boolean
  /** Shown next to the drop area. */
  aside: ReactNode
}

/** Shows the drop area, the chosen files and the results. */
export function VerifyForm({ state, canAsk, aside }: VerifyFormProps) {
  const { files, results, notice, badgeNotice, asked, copied, judged, add, remove, ask, copy } = state
  const resultsPlace = useRef<HTMLDivElement>(null)
  const tools = {
    copied,
    asked,
    onCopy: (value: string) => void copy(value),
    onAsk: canAsk ? (sha256: string) => void ask(sha256) : undefined,
  }

  // Each time added files were verified. A proof that a link opened, and removing a file, leave the focus where it is.
  useEffect(() => {
    if (judged > 0 && resultsPlace.current !== null) showVerdict(resultsPlace.current)
  }, [judged])

  return (
    <div className="verify-form">
      <div className="verify-input">
        <DropArea onFiles={(inputs) => void add(inputs)} />
        {badgeNotice !== null && <p className="verify-notice">{badgeNotice}</p>}
        {notice !== null && <p className="verify-notice">{notice}</p>}
        {files.length > 0 && <VerifyFiles files={files} results={results} onRemove={remove} />}
      </div>
      <div className="verify-results" ref={resultsPlace}>
        {results.map((result) => (
          <ResultCard key={result.key} result={result} tools={tools} />
        ))}
      </div>
      <div className="verify-aside">{aside}</div>
    </div>
  )
}
