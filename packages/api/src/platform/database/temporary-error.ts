/**
 * The SQLSTATEs of temporary errors: a lost connection (08), a server that stops or starts (57P), a statement or transaction
 * that took too long (57014, 25P03), no free connection (53300), and a write to a demoted primary (25006).
 */
const temporary = /^(08...|57P..|57014|25P03|53300|25006)$/

/** Whether the database failed in a way that a retry may resolve. */
export function isTemporary(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && temporary.test(error.code)
  )
}
