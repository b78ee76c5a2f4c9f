import { RegistrationMark } from '../../src/ui/RegistrationMark.tsx'
import type { WorkbenchEntry } from '../entry.ts'

const entry: WorkbenchEntry = {
  title: 'RegistrationMark',
  states: Object.fromEntries(
    [0, 1, 2, 3, 4].map((count) => [
      count === 1 ? '1 quarter: the logo' : `${count} quarters`,
      <RegistrationMark key={count} filledQuarters={count} size={48} />,
    ]),
  ),
}
export default entry
