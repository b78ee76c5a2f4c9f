import { readFileSync } from 'node:fs'
import process from 'node:process'
import * as v from 'valibot'

/** An answer as it came over the wire, to be given again by the plain servers. */
export const KeptAnswer = v.object({ headers: v.array(v.tuple([v.string(), v.string()])), body: v.string() })

/** The answer in the file that the first argument names. */
export function readKeptAnswer(): { headers: [string, string][]; body: Buffer } {
  const [, , file = ''] = process.argv
  const { headers, body } = v.parse(KeptAnswer, JSON.parse(readFileSync(file, 'utf8')))
  return { headers, body: Buffer.from(body, 'base64') }
}
