import { TOTP } from 'otpauth'

/** How long an authenticator shows a code, in milliseconds. */
export const stepMs = 30_000

/** Returns a code that an authenticator with this secret does not show for the next minute, and has not shown in the last one. */
export function wrongCode(secret: string): string {
  const shown = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  const others = ['000000', '111111', '222222', '333333', '444444', '555555']
  return others.find((code) => !shown.includes(code)) ?? ''
}

/** Returns the code that an authenticator with this secret shows, so many steps from now. */
export function codeOf(secret: string, steps = 0): string {
  const authenticator = new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: stepMs / 1_000 })
  return authenticator.generate({ timestamp: Date.now() + steps * stepMs })
}
