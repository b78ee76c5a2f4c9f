import { TOTP } from 'otpauth'

/** How long an authenticator shows a code, in milliseconds. */
export const stepMs = 30_000

/** Returns the code that an authenticator with this secret shows, so many steps from now. */
export function codeOf(secret: string, steps = 0): string {
  const authenticator = new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: stepMs / 1_000 })
  return authenticator.generate({ timestamp: Date.now() + steps * stepMs })
}
