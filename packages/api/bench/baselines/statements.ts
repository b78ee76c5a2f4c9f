import { readFileSync } from 'node:fs'
import process from 'node:process'
import pg from 'pg'
import * as v from 'valibot'

/** The input of a plain server: the statements behind one response, and which rows to send. */
export const Plan = v.object({
  databaseUrl: v.string(),
  statements: v.array(
    v.object({ sql: v.string(), params: v.array(v.union([v.string(), v.number(), v.array(v.string())])) }),
  ),
  /** The index of the statement whose rows are sent. */
  responseIndex: v.number(),
})
export type Plan = v.InferOutput<typeof Plan>

/**
 * Returns a function that handles a request by the plan in the file of the first argument, and returns the rows as
 * JSON.
 */
export function createResponder(): () => Promise<string> {
  const [, , file = ''] = process.argv
  const { databaseUrl, statements, responseIndex } = v.parse(Plan, JSON.parse(readFileSync(file, 'utf8')))
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  return async () => {
    let response: unknown[] = []
    for (const [index, { sql, params }] of statements.entries()) {
      const { rows } = await pool.query(sql, params)
      if (index === responseIndex) response = rows
    }
    return JSON.stringify(response.length === 1 ? response[0] : response)
  }
}
