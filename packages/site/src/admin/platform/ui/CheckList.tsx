import type { CheckResult } from '@priormark/core/platform/check-result'
import { OpenPageLinks } from './links.tsx'
import { StateTag, type StateMark } from './StateTag.tsx'

const levelMarks: Record<CheckResult['level'], StateMark> = {
  fine: { label: 'Fine', mark: '✓', tone: 'success' },
  warning: { label: 'Warning', mark: '!', tone: 'warning' },
  problem: { label: 'Problem', mark: '✕', tone: 'error' },
}

/** The results of checks, with what to do about each. */
export function CheckList({ label, checks }: { label: string; checks: readonly CheckResult[] }) {
  return (
    <ul className="admin-rows" aria-label={label}>
      {checks.map(({ level, message, remedy, links }) => (
        <li key={message}>
          <div className="admin-tagged">
            <StateTag state={levelMarks[level]} />
            <div>
              {message}
              {remedy !== '' && <div className="admin-soft">{remedy}</div>}
              <OpenPageLinks links={links} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
