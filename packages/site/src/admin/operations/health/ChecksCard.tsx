import type { CheckResult } from '@priormark/core/platform/check-result'
import { Button } from 'antd'
import { useShopDates } from '../../platform/session/shop-dates.tsx'
import { StateTag, type StateMark } from '../../platform/ui/StateTag.tsx'
import styles from './HealthScreen.module.css'
import { useRunChecks } from './health-queries.ts'

const marks: Record<CheckResult['level'], StateMark> = {
  fine: { label: 'Fine', mark: '✓', tone: 'success' },
  warning: { label: 'Warning', mark: '!', tone: 'warning' },
  problem: { label: 'Problem', mark: '✕', tone: 'error' },
}

/** The checks of `npm run doctor`, which also ask the services that the shop uses. */
export function ChecksCard() {
  const { formatMoment } = useShopDates()
  const { mutate, isPending, data } = useRunChecks()
  return (
    <section className="admin-card" aria-labelledby="checks-title" aria-busy={isPending}>
      <div className={`admin-line ${styles.head}`}>
        <h2 id="checks-title">Checks of the server</h2>
        <Button size="small" loading={isPending} onClick={() => mutate()}>
          Run all checks
        </Button>
      </div>
      <p className="admin-soft">
        The same as npm run doctor: variables, disk, database, mail, chains, the public address and Stripe.
      </p>
      {data !== undefined && (
        <>
          <output className="admin-soft">
            {summaryOf(data.groups.flatMap(({ results }) => results))}, {formatMoment(data.checkedAt)}
          </output>
          {data.groups
            .filter(({ results }) => results.length > 0)
            .map(({ part, results }) => (
              <div key={part} className={styles.checks}>
                <h3>{part}</h3>
                <ul className="admin-rows" aria-label={part}>
                  {results.map(({ level, message, remedy }) => (
                    <li key={message}>
                      <div className={styles.check}>
                        <StateTag state={marks[level]} />
                        <div>
                          {message}
                          {remedy !== '' && <div className="admin-soft">{remedy}</div>}
                        </div>
                      </div>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
        </>
      )}
    </section>
  )
}

function summaryOf(results: readonly CheckResult[]): string {
  const count = (level: CheckResult['level']) => results.filter((result) => result.level === level).length
  const [problems, warnings] = [count('problem'), count('warning')]
  return [
    problems === 1 ? '1 problem' : `${problems} problems`,
    warnings === 1 ? '1 warning' : `${warnings} warnings`,
    `${count('fine')} fine`,
  ].join(', ')
}
