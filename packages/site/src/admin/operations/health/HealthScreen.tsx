import type { FailedMail, HealthIssue, UploadSpace } from '@priormark/core/operations/endpoints'
import { formatFileSize } from '@priormark/core/platform/file-size'
import { counted } from '@priormark/core/platform/counted'
import { Button } from 'antd'
import { Link } from 'react-router-dom'
import { Facts } from '../../platform/ui/Facts.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { EmptyList, Loading } from '../../platform/ui/list-states.tsx'
import { useShopDates } from '../../platform/session/shop-dates.tsx'
import { HealthTabs } from '../HealthTabs.tsx'
import styles from './HealthScreen.module.css'
import { useHealth, useSendAgain, useRunChecks } from './health-queries.ts'
import type { CheckResult } from '@priormark/core/platform/check-result'
import { CheckList } from '../../platform/ui/CheckList.tsx'
import { OpenPageLinks } from '../../platform/ui/links.tsx'

/** /admin/health: the issues that need attention, and how to fix each. */
export function HealthScreen() {
  const { formatMoment } = useShopDates()
  const { data, isPending, isError, isFetching, refetch } = useHealth()
  return (
    <>
      <ScreenTitle title="Health" />
      <HealthTabs />
      <div className="admin-stack">
        <section className="admin-card" aria-label="Health issues" aria-busy={isFetching}>
          <div className={`admin-line ${styles.head}`}>
            <p>{data === undefined ? 'Checking...' : `Last checked ${formatMoment(data.checkedAt)}`}</p>
            <Button size="small" loading={isFetching} onClick={() => void refetch()}>
              Check again
            </Button>
          </div>
          {isPending && <Loading label="Checking the shop" rows={3} />}
          {isError && (
            <p role="alert">The shop could not be checked. Its server or database isn’t responding.</p>
          )}
          {data?.issues.length === 0 && <EmptyList label="Everything looks good." />}
          {data !== undefined && data.issues.length > 0 && (
            <ul className={`admin-list ${styles.issues}`} aria-label="Issues, most serious first">
              {data.issues.map((issue) => (
                <li key={issue.kind}>
                  <Issue issue={issue} />
                  {issue.kind === 'mail_failed' && <FailedMails mails={data.failedMails} />}
                </li>
              ))}
            </ul>
          )}
        </section>
        <ChecksCard />
        {data !== undefined && <UploadsCard uploads={data.uploads} />}
      </div>
    </>
  )
}

function Issue({ issue: { title, remedy, orders, orderNames, links } }: { issue: HealthIssue }) {
  return (
    <>
      <h2>{title}</h2>
      <p>{remedy}</p>
      <OpenPageLinks links={links} />
      {orders.length > 0 && (
        <p className="admin-line">
          {orders.map((id, index) => (
            <Link key={id} to={`/admin/orders/${id}`}>
              {orderNames[index] || `Order ${id.slice(0, 8)}`}
            </Link>
          ))}
        </p>
      )}
    </>
  )
}

function FailedMails({ mails }: { mails: FailedMail[] }) {
  const { formatMoment } = useShopDates()
  const sendAgain = useSendAgain()
  return (
    <ul className="admin-rows">
      {mails.map(({ id, orderId, projectName, kind, queuedAt, attempts }) => (
        <li key={id}>
          <span>
            <Link to={`/admin/orders/${orderId}`}>
              <bdi>{projectName}</bdi>
            </Link>
            : {kind}, since {formatMoment(queuedAt)}, {counted(attempts, 'attempt', 'attempts')}
          </span>
          <Button
            size="small"
            loading={sendAgain.isPending && sendAgain.variables === id}
            aria-label={`Send again: ${kind} of ${projectName}`}
            onClick={() => sendAgain.mutate(id)}
          >
            Send again
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Shows how close the shop is to rejecting uploads. */
function UploadsCard({ uploads }: { uploads: UploadSpace }) {
  const { unpaidBytes, unpaidLimitBytes, largestNetworkBytes, perNetworkLimitBytes } = uploads
  return (
    <section className="admin-card admin-stack" aria-label="Unpaid files">
      <h2>Unpaid files</h2>
      <Facts
        facts={[
          { label: 'All networks', value: usageText(unpaidBytes, unpaidLimitBytes) },
          { label: 'Largest network', value: usageText(largestNetworkBytes, perNetworkLimitBytes) },
          { label: 'Free disk space', value: freeSpaceText(uploads) },
        ]}
      />
    </section>
  )
}

function usageText(bytes: number, limitBytes: number): string {
  return `${formatFileSize(bytes)} of ${formatFileSize(limitBytes)}`
}

function freeSpaceText({ freeBytes, minFreeBytes }: UploadSpace): string {
  if (freeBytes === null) return 'Unknown: files are stored in a bucket, or the disk isn’t responding.'
  return `${formatFileSize(freeBytes)}. Uploads stop below ${formatFileSize(minFreeBytes)}.`
}

/** Runs the checks of `npm run doctor`, which also test the services that the shop uses. */
function ChecksCard() {
  const { formatMoment } = useShopDates()
  const { mutate, isPending, data } = useRunChecks()
  return (
    <section className="admin-card" aria-labelledby="checks-title" aria-busy={isPending}>
      <div className={`admin-line ${styles.head}`}>
        <h2 id="checks-title">Server checks</h2>
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
            {summaryText(data.groups.flatMap(({ results }) => results))}, {formatMoment(data.checkedAt)}
          </output>
          {data.groups
            .filter(({ results }) => results.length > 0)
            .map(({ part, results }) => (
              <div key={part} className={styles.checks}>
                <h3>{part}</h3>
                <CheckList label={part} checks={results} />
              </div>
            ))}
        </>
      )}
    </section>
  )
}

function summaryText(results: readonly CheckResult[]): string {
  const count = (level: CheckResult['level']) => results.filter((result) => result.level === level).length
  const problems = counted(count('problem'), 'problem', 'problems')
  return `${problems}, ${counted(count('warning'), 'warning', 'warnings')}, ${count('fine')} fine`
}
