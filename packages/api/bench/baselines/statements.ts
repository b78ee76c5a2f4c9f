import { readFileSync } from 'node:fs'
import process from 'node:process'
import pg from 'pg'
import * as v from 'valibot'

/** What a plain server is told: the statements behind one answer; and whose rows it shows. */
export const Plan = v.object({
  databaseUrl: v.string(),
  statements: v.array(v.object({ sql: v.string(), params: v.array(v.union([v.string(), v.number()])) })),
  /** Whose rows are the answer. */
  answerAt: v.number(),
})
export type Plan = v.InferOutput<typeof Plan>

/** Makes what answers one request by the plan in the file that the first argument names: the JSON of the rows. */
export function readAnswer(): () => Promise<string> {
  const [, , file = ''] = process.argv
  const { databaseUrl, statements, answerAt } = v.parse(Plan, JSON.parse(readFileSync(file, 'utf8')))
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  return async () => {
    let answer: unknown[] = []
    for (const [index, { sql, params }] of statements.entries()) {
      const { rows } = await pool.query(sql, params)
      if (index === answerAt) answer = rows
    }
    return JSON.stringify(answer.length === 1 ? answer[0] : answer)
  }
}
