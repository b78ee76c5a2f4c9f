import type { ReactNode } from 'react'
import { CropMarks } from '../work/CropMarks.tsx'
import { ProtectionForm } from './ProtectionForm.tsx'
import { protectId, protectTitleId } from './still-ids.ts'

interface PostPageProps {
  article: ReactNode
  /** What stands beside the form; null where the page has none, for there is no post. */
  side: ReactNode
}

/** A post around its still parts, with the form at its end that really orders. */
export function PostPage({ article, side }: PostPageProps) {
  return (
    <>
      {article}
      {side !== null && (
        <section id={protectId} tabIndex={-1} className="protect" aria-labelledby={protectTitleId}>
          <div className="protect-row">
            {side}
            <CropMarks className="protect-sheet">
              <ProtectionForm />
            </CropMarks>
          </div>
        </section>
      )}
    </>
  )
}
