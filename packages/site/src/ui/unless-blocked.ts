/** Returns the result of `use`, or null where storage is blocked or full, since browsers throw then. */
export function unlessBlocked<Value>(use: () => Value): Value | null {
  try {
    return use()
  } catch {
    return null
  }
}
