import { Suspense, type ReactNode } from 'react'
import { lazyPart } from '../lazy-part.ts'
import { VerifyFiles } from './VerifyFiles.tsx'
import { DropArea } from './DropArea.tsx'
import type { VerifyState } from './verify-store.ts'

/** Comes once the page stands: before a file is handed in nothing is found. */
const FindingCard = lazyPart(async () => (await import('./FindingCard.tsx')).FindingCard)

interface VerifyFormProps {
  state: VerifyState
  /** Whether the shop is there to be asked. */
  canAsk: boolean
  /** What stands beside the drop area. */
  aside: ReactNode
}

/** Shows the drop area, the chosen files and the findings. */
export function VerifyForm({ state, canAsk, aside }: VerifyFormProps) {
  const { files, findings, notice, badgeNotice, asked, copied, add, remove, ask, copy } = state
  const tools = {
    copied,
    asked,
    onCopy: (value: string) => void copy(value),
    onAsk: canAsk ? (sha256: string) => void ask(sha256) : undefined,
  }
  return (
    <div className="verify-form">
      <div className="verify-hand-in">
        <DropArea onFiles={(handed) => void add(handed)} />
        {badgeNotice !== null && <p className="verify-notice">{badgeNotice}</p>}
        {notice !== null && <p className="verify-notice">{notice}</p>}
        {files.length > 0 && <VerifyFiles files={files} onRemove={remove} />}
      </div>
      <div className="verify-findings">
        <Suspense>
          {findings.map((finding) => (
            <FindingCard key={finding.key} finding={finding} tools={tools} />
          ))}
        </Suspense>
      </div>
      <div className="verify-aside">{aside}</div>
    </div>
  )
}
