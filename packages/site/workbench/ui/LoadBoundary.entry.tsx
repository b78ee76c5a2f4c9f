import { Suspense } from 'react'
import { LoadError } from '../../src/ui/lazy-load.ts'
import { LoadBoundary } from '../../src/ui/LoadBoundary.tsx'
import type { WorkbenchEntry } from '../entry.ts'

function MissingPart(): never {
  throw new LoadError('The file of this part does not exist')
}

const entry: WorkbenchEntry = {
  title: 'LoadBoundary',
  states: {
    'offers to reload in place of a part that did not load': (
      <LoadBoundary>
        <Suspense>
          <MissingPart />
        </Suspense>
      </LoadBoundary>
    ),
  },
}
export default entry
