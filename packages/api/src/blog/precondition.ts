import { AppError } from '@priormark/core/platform/errors'

/** The state that a change expects. */
export type Precondition =
  | { kind: 'any' }
  /** The post does not exist yet (`If-None-Match: *`). */
  | { kind: 'absent' }
  /** The post, or its tombstone, has this version (`If-Match: "3"`). */
  | { kind: 'version'; version: number }

/** Parses the headers of a change, '' for a missing one. @throws AppError invalid_input */
export function readPrecondition(ifMatch: string, ifNoneMatch: string): Precondition {
  if (ifNoneMatch !== '') {
    if (ifNoneMatch.trim() === '*' && ifMatch === '') return { kind: 'absent' }
    throw new AppError('invalid_input', 'If-None-Match accepts only *')
  }
  if (ifMatch === '') return { kind: 'any' }
  const version = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(ifMatch)?.[1]
  if (version === undefined) throw new AppError('invalid_input', 'If-Match accepts one version, such as "3"')
  return { kind: 'version', version: Number(version) }
}
