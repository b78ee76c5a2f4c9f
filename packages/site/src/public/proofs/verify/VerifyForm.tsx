import { Suspense, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { lazyPart } from '../../platform/lazy-part.ts'
import { showVerdict } from './verify-result.ts'
import { VerifyFiles } from './VerifyFiles.tsx'
import { DropArea } from './DropArea.tsx'
import type { VerifyState } from './verify-store.ts'

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
  const resultsPlace = useRef<HTMLDivElement>(null)
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
      <div className="verify-results" ref={resultsPlace}>
        <Suspense>
          {results.map((result) => (
            <ResultCard key={result.key} result={result} tools={tools} />
          ))}
          <VerdictFocus place={resultsPlace} judged={state.judged} />
        </Suspense>
      </div>
      <div className="verify-aside">{aside}</div>
    </div>
  )
}

/**
 * Shows the verdict each time added files were verified. It is loaded with the cards, so that it waits for their code. A proof that
 * a link opened, and removing a file, leave the focus where it is.
 */
function VerdictFocus({ place, judged }: { place: RefObject<HTMLElement | null>; judged: number }) {
  useEffect(() => {
    if (judged > 0 && place.current !== null) showVerdict(place.current)
  }, [place, judged])
  return null
}
