import { watchEndpoints } from '@priormark/core/watch/endpoints'
import { route, type AppRouter } from '../http/route.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { HealthReport } from './health-issues.ts'
import { sendMailAgain } from './failed-mails.ts'

export function monitoringRoutes(
  router: AppRouter,
  { jobs, findHealthIssues }: { jobs: JobQueue; findHealthIssues: () => Promise<HealthReport> },
): void {
  route(router, watchEndpoints.concerns, async () => ({
    checkedAt: new Date().toISOString(),
    ...(await findHealthIssues()),
  }))

  route(router, watchEndpoints.sendAgain, async ({ em, params, admin, address }) => {
    await sendMailAgain(em, jobs, { mailId: params.id, admin, address })
    return undefined
  })
}
