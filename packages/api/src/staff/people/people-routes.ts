import { peopleEndpoints } from '@priormark/core/staff/people/endpoints'
import { changeAdmin } from '../auth/admin-service.ts'
import { route, type AppRouter } from '../../platform/http/route.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import {
  cancelInvitation,
  endSecondFactorOf,
  invitationView,
  invite,
  listPeople,
  requireSecondFactor,
  resendInvitation,
} from './people-service.ts'

/** The endpoints for owners to manage who may use the admin. */
export function peopleRoutes(router: AppRouter, { jobs }: { jobs: JobQueue }): void {
  route(router, peopleEndpoints.list, async ({ em, admin }) => listPeople(em, admin))

  route(router, peopleEndpoints.change, ({ em, admin, address, params, body }) =>
    changeAdmin(em, params, body, { actor: admin.username, adminId: admin.adminId, address }),
  )

  route(router, peopleEndpoints.invite, async ({ em, actor, body }) =>
    invitationView(await invite(em, jobs, body, actor)),
  )

  route(router, peopleEndpoints.resend, async ({ em, actor, params }) =>
    invitationView(await resendInvitation(em, jobs, params.id, actor)),
  )

  route(router, peopleEndpoints.cancel, ({ em, actor, params }) => cancelInvitation(em, params.id, actor))

  route(router, peopleEndpoints.endSecondFactor, ({ em, actor, params }) =>
    endSecondFactorOf(em, jobs, params.id, actor),
  )

  route(router, peopleEndpoints.requireSecondFactor, ({ em, actor, body }) =>
    requireSecondFactor(em, body.isRequired, actor),
  )
}
