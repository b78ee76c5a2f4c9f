import { watchEndpoints } from '@priormark/core/watch/endpoints'
import { route, type AppRouter } from '../http/route.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Findings } from './concerns.ts'
import { sendMailAgain } from './failed-mails.ts'

/** What needs a person, for administrators. */
export function watchRoutes(
  router: AppRouter,
  { jobs, findConcerns }: { jobs: JobQueue; findConcerns: () => Promise<Findings> },
): void {
  route(router, watchEndpoints.concerns, async () => ({
    checkedAt: new Date().toISOString(),
    ...(await findConcerns()),
  }))

  route(router, watchEndpoints.sendAgain, async ({ em, params, admin, address }) => {
    await sendMailAgain(em, jobs, { mailId: params.id, admin, address })
    return undefined
  })
}
