import { RecordSeal } from '../../src/ui/RecordSeal.tsx'
import type { WorkbenchEntry } from '../entry.ts'

const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

const entry: WorkbenchEntry = {
  title: 'RecordSeal',
  states: {
    'nothing is recorded yet': <RecordSeal sha256={sha256} state="open" label="The seal of a work" />,
    'recorded, with its date': <RecordSeal sha256={sha256} state="recorded" day="2026-11-28" />,
    'will not be recorded': <RecordSeal sha256={sha256} state="stopped" />,
    'action needed': <RecordSeal sha256={sha256} state="disputed" />,
  },
}
export default entry
