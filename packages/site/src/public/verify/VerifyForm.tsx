import { Suspense, type ReactNode } from 'react'
import { lazyPart } from '../lazy-part.ts'
import { VerifyFiles } from './VerifyFiles.tsx'
import { DropArea } from './DropArea.tsx'
import type { VerifyState } from './verify-store.ts'

/** The element around the results. */
export const resultsId = 'results'

/** Loaded later: there is no result before a file is chosen. */
const ResultCard = lazyPart(async () => (await import('./ResultCard.tsx')).ResultCard)

interface VerifyFormProps {
  state: VerifyState
  /** Whether the shop can be asked about fingerprints. */
  canAsk: boolean
  /** Shown next to the drop area. */
  aside: ReactNode
}

/** Shows the drop area, the chosen files and the results. */
export function VerifyForm({ state, canAsk, aside }: VerifyFormProps) {
  const { files, results, notice, badgeNotice, asked, copied, add, remove, ask, copy } = state
  const tools = {
    copied,
    asked,
    onCopy: (value: string) => void copy(value),
    onAsk: canAsk ? (sha256: string) => void ask(sha256) : undefined,
  }
  return (
    <div className="verify-form">
      <div className="verify-input">
        <DropArea onFiles={(inputs) => void add(inputs)} />
        {badgeNotice !== null && <p className="verify-notice">{badgeNotice}</p>}
        {notice !== null && <p className="verify-notice">{notice}</p>}
        {files.length > 0 && <VerifyFiles files={files} results={results} onRemove={remove} />}
      </div>
      <div className="verify-results" id={resultsId}>
        <Suspense>
          {results.map((result) => (
            <ResultCard key={result.key} result={result} tools={tools} />
          ))}
        </Suspense>
      </div>
      <div className="verify-aside">{aside}</div>
    </div>
  )
}
