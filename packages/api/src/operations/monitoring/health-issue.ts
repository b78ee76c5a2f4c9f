import type { HealthIssue as HealthIssueView, HealthIssueKind } from '@priormark/core/operations/endpoints'

/** A problem that an administrator must fix. */
export interface HealthIssue extends Omit<HealthIssueView, 'kind' | 'orderNames'> {
  kind: HealthIssueKind
}

export function counted(count: number, one: string, several: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${several}`
}
