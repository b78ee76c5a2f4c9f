import { maxSearchLength } from '@priormark/core/platform/limits'
import { type AuditTopic, auditTopicNames } from '@priormark/core/staff/audit/endpoints'
import { filterParams, readDay, readPage } from '../../platform/ui/page-params.ts'

/** The filter of the log, kept in the address. '' does not filter. */
export interface AuditFilter {
  search: string
  /** Who did it. */
  actor: string
  topic: AuditTopic | ''
  /** Whole days of the shop's time zone, such as '2026-11-21'. */
  from: string
  to: string
  /** From 1. */
  page: number
}

/** The log without a filter. */
export const emptyAuditFilter: AuditFilter = { search: '', actor: '', topic: '', from: '', to: '', page: 1 }

/** Reads the filter from an address. Invalid values are ignored. */
export function readAuditFilter(params: URLSearchParams): AuditFilter {
  const text = (name: string) => (params.get(name) ?? '').trim().slice(0, maxSearchLength)
  return {
    search: text('search'),
    actor: text('actor'),
    topic: auditTopicNames.find((topic) => topic === params.get('topic')) ?? '',
    from: readDay(params.get('from')),
    to: readDay(params.get('to')),
    page: readPage(params),
  }
}

/** Returns the query of a filter, without default values. */
export const auditFilterParams = (filter: AuditFilter) => filterParams(filter, emptyAuditFilter)
