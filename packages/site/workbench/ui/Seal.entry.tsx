import { noSha256, Seal } from '../../src/ui/Seal.tsx'
import type { WorkbenchEntry } from '../entry.ts'

const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

const entry: WorkbenchEntry = {
  title: 'Seal',
  states: {
    'with a fingerprint': <Seal sha256={sha256} size={160} label="The seal of a work" />,
    'before a fingerprint is known': <Seal sha256={noSha256} size={160} />,
    small: <Seal sha256={sha256} size={32} />,
  },
}
export default entry
