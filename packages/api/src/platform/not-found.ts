import { AppError } from '@priormark/core/platform/errors'

/** Resolves to null if `operation` fails with `not_found`, and otherwise settles like it. */
export function nullIfNotFound<Result>(operation: Promise<Result>): Promise<Result | null> {
  return operation.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  })
}
