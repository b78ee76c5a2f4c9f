import { monitoringEndpoints, type CheckGroup } from '@priormark/core/operations/endpoints'
import { route, type AppRouter } from '../../platform/http/route.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { HealthReport } from './health-issues.ts'
import { readOrderNames } from './health-issue.ts'
import { sendMailAgain } from './failed-mails.ts'

export function monitoringRoutes(
  router: AppRouter,
  deps: {
    jobs: JobQueue
    findHealthIssues: () => Promise<HealthReport>
    runChecks: () => Promise<CheckGroup[]>
  },
): void {
  route(router, monitoringEndpoints.health, async ({ em }) => {
    const { issues, ...report } = await deps.findHealthIssues()
    const ids = issues.flatMap(({ orders = [] }) => orders)
    const names = await readOrderNames(em, ids)
    return {
      checkedAt: new Date().toISOString(),
      issues: issues.map(({ orders = [], links = [], ...issue }) => ({
        ...issue,
        orders,
        orderNames: orders.map((id) => names.get(id) ?? ''),
        links,
      })),
      ...report,
    }
  })

  route(router, monitoringEndpoints.runChecks, async () => {
    const groups = await deps.runChecks()
    return { checkedAt: new Date().toISOString(), groups }
  })

  route(router, monitoringEndpoints.sendAgain, ({ em, params, actor }) =>
    sendMailAgain(em, deps.jobs, params.id, actor),
  )
}
