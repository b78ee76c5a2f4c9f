import { randomUUID } from 'node:crypto'
import { administrator } from '../../../testing/administrator.ts'
import { codeOf } from '../../../testing/authenticator.ts'
import { passTime } from '../people/people-fixtures.ts'
import { logInAsAdmin, type Visitor } from '../../../testing/visitor.ts'
import { withSecondFactor } from './with-second-factor.ts'
import type { AuditCases } from './audit-case.ts'

const { password } = administrator

function changeEmail(admin: Visitor): Promise<unknown> {
  return admin.api.account.changeEmail({ body: { email: `${randomUUID()}@example.org`, password } })
}

/** Every change of people’s own accounts. */
export const accountCases: AuditCases = {
  'POST /api/admin/account/password': [
    'account.password_changed',
    async (admin) => {
      const newPassword = `plum-orbit-lantern-${randomUUID()}`
      await admin.api.account.changePassword({ body: { currentPassword: password, newPassword } })
      await admin.api.account.changePassword({
        body: { currentPassword: newPassword, newPassword: password },
      })
    },
  ],
  'DELETE /api/admin/account/logins/:id': [
    'account.login_ended',
    async (admin, app) => {
      await logInAsAdmin(app)
      const other = (await admin.api.account.read()).logins.find(({ isCurrent }) => !isCurrent)
      await admin.api.account.endLogin({ params: { id: other?.id ?? '' } })
    },
  ],
  'POST /api/admin/account/logins/end-others': [
    'account.logins_ended',
    (admin) => admin.api.account.endOtherLogins(),
  ],
  'POST /api/admin/account/second-factor': [
    'account.second_factor_begun',
    (admin) => admin.api.account.beginSecondFactor({ body: { password } }),
  ],
  'POST /api/admin/account/second-factor/confirm': [
    'account.second_factor_on',
    (admin) => withSecondFactor(admin, async () => undefined),
  ],
  'POST /api/admin/account/second-factor/end': [
    'account.second_factor_off',
    (admin) => withSecondFactor(admin, async () => undefined),
  ],
  'POST /api/admin/account/email': ['account.email_requested', changeEmail],
  'POST /api/admin/account/email/resend': [
    'account.email_requested',
    async (admin, app) => {
      await changeEmail(admin)
      await passTime(app, '2 minutes')
      await admin.api.account.resendEmail()
    },
  ],
  'DELETE /api/admin/account/email': [
    'account.email_canceled',
    async (admin) => {
      await changeEmail(admin)
      await admin.api.account.cancelEmail()
    },
  ],
  'POST /api/admin/account/recovery-codes': [
    'account.recovery_codes_renewed',
    async (admin) => {
      const { secret } = await admin.api.account.beginSecondFactor({ body: { password } })
      const first = await admin.api.account.confirmSecondFactor({ body: { code: codeOf(secret) } })
      const body = { password, code: first.recoveryCodes[0] ?? '' }
      const second = await admin.api.account.renewRecoveryCodes({ body })
      await admin.api.account.endSecondFactor({ body: { password, code: second.recoveryCodes[0] ?? '' } })
    },
  ],
}
