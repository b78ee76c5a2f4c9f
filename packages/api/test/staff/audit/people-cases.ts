import { randomUUID } from 'node:crypto'
import { codeOf } from '../../../testing/authenticator.ts'
import { passTime } from '../people/people-fixtures.ts'
import { newStaff, type Visitor } from '../../../testing/visitor.ts'
import { withSecondFactor } from './with-second-factor.ts'
import type { AuditCases } from './audit-case.ts'

function invite(admin: Visitor) {
  return admin.api.people.invite({ body: { email: `${randomUUID()}@example.org`, role: 'blog' } })
}

/** Every change of other people. */
export const peopleCases: AuditCases = {
  'PATCH /api/admin/people/:id': [
    'admin.role_changed',
    async (admin, app) => {
      const { username } = await newStaff(app, 'blog')
      const { people } = await admin.api.people.list()
      const id = people.find((one) => one.username === username)?.id ?? ''
      await admin.api.people.change({ params: { id }, body: { role: 'orders' } })
    },
  ],
  'DELETE /api/admin/people/:id/second-factor': [
    'admin.second_factor_off',
    async (admin, app) => {
      const writer = await newStaff(app, 'blog')
      const { secret } = await writer.api.account.beginSecondFactor({ body: { password: writer.password } })
      await writer.api.account.confirmSecondFactor({ body: { code: codeOf(secret) } })
      const { people } = await admin.api.people.list()
      const id = people.find((one) => one.username === writer.username)?.id ?? ''
      await admin.api.people.endSecondFactor({ params: { id } })
    },
  ],
  'POST /api/admin/people/invitations': ['admin.invited', invite],
  'POST /api/admin/people/invitations/:id/resend': [
    'admin.invitation_resent',
    async (admin, app) => {
      const { id } = await invite(admin)
      await passTime(app, '2 minutes')
      await admin.api.people.resend({ params: { id } })
    },
  ],
  'DELETE /api/admin/people/invitations/:id': [
    'admin.invitation_canceled',
    async (admin) => admin.api.people.cancel({ params: { id: (await invite(admin)).id } }),
  ],
  'PUT /api/admin/people/second-factor': [
    'admin.two_step_required',
    (admin) =>
      withSecondFactor(admin, async () => {
        await admin.api.people.requireSecondFactor({ body: { isRequired: true } })
        await admin.api.people.requireSecondFactor({ body: { isRequired: false } })
      }),
  ],
}
