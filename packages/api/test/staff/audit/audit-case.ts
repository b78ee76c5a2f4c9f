import type { TestApp } from '../../../testing/test-app.ts'
import type { Visitor } from '../../../testing/visitor.ts'

/** Changes that an administrator can make, by route, each with its audit action. */
export type AuditCases = Record<
  string,
  [action: string, act: (admin: Visitor, app: TestApp) => Promise<unknown>]
>
