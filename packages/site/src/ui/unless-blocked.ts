/** Returns null where storage is blocked: some browsers throw at any use of it, and every browser when it is full. */
export function unlessBlocked<Value>(use: () => Value): Value | null {
  try {
    return use()
  } catch {
    return null
  }
}
