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

  route(router, peopleEndpoints.change, async ({ em, admin, address, params, body }) => {
    await changeAdmin(em, params, body, { actor: admin.username, adminId: admin.adminId, address })
    return undefined
  })

  route(router, peopleEndpoints.invite, async ({ em, admin, address, body }) =>
    invitationView(await invite(em, jobs, body, { admin, address })),
  )

  route(router, peopleEndpoints.resend, async ({ em, admin, address, params }) =>
    invitationView(await resendInvitation(em, jobs, params.id, { admin, address })),
  )

  route(router, peopleEndpoints.cancel, async ({ em, admin, address, params }) => {
    await cancelInvitation(em, params.id, { admin, address })
    return undefined
  })

  route(router, peopleEndpoints.endSecondFactor, async ({ em, admin, address, params }) => {
    await endSecondFactorOf(em, jobs, params.id, { admin, address })
    return undefined
  })

  route(router, peopleEndpoints.requireSecondFactor, async ({ em, admin, address, body }) => {
    await requireSecondFactor(em, body.isRequired, { admin, address })
    return undefined
  })
}
