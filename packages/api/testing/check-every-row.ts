import { appendFileSync } from 'node:fs'
import process from 'node:process'
import type { RawBuilder } from 'kysely'
import * as v from 'valibot'
import { rowChecks } from '../src/platform/database/rows.ts'

/** Templates that returned a row, each by its strings: a stack trace costs more than most statements. */
const reported = new Set<unknown>()

// The cost of a request is measured in files that do not load this one.
rowChecks.onStatement = (schema, statement) => {
  const template = templateOf(statement)
  const place = reported.has(template) ? '' : placeOf(new Error('for its stack').stack ?? '')
  return (rows) => {
    for (const row of rows) check(schema, row)
    if (rows.length === 0 || reported.has(template)) return
    reported.add(template)
    appendFileSync(process.env['STATEMENT_PLACES'] ?? '/dev/null', `${place}\n`)
  }
}

/** The strings between the values of a template, which are the same object at each run. */
function templateOf(statement: RawBuilder<unknown>): unknown {
  const node = statement.toOperationNode()
  return 'sqlFragments' in node ? node.sqlFragments : node
}

function check(schema: v.GenericSchema, row: unknown): void {
  const { success, issues = [] } = v.safeParse(schema, row)
  if (success) return
  const problems = issues.map((issue) => `${v.getDotPath(issue) ?? 'row'} is not ${issue.expected}`)
  throw new Error(`The database returned another row than expected: ${problems.join(', ')}`)
}

/** 'src/orders/order-list.ts:157', the first place that is not in rows.ts */
function placeOf(stack: string): string {
  const places = stack.matchAll(/packages\/api\/((?:src|test)\/[\w/.-]+\.ts:\d+):/g)
  return Array.from(places, ([, place = '']) => place).find((place) => !place.includes('/rows.ts')) ?? ''
}
