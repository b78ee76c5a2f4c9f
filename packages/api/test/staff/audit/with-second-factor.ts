import { administrator } from '../../../testing/administrator.ts'
import { codeOf } from '../../../testing/authenticator.ts'
import type { Visitor } from '../../../testing/visitor.ts'

/** Does something while the administrator has two-step verification. @param act gets a recovery code */
export async function withSecondFactor(
  admin: Visitor,
  act: (code: string) => Promise<unknown>,
): Promise<void> {
  const { secret } = await admin.api.account.beginSecondFactor({ body: { password: administrator.password } })
  const { recoveryCodes } = await admin.api.account.confirmSecondFactor({ body: { code: codeOf(secret) } })
  await act(recoveryCodes[0] ?? '')
  await admin.api.account
    .endSecondFactor({ body: { password: administrator.password, code: recoveryCodes[1] ?? '' } })
    .catch(() => undefined)
}
