import { readFileSync } from 'node:fs'
import process from 'node:process'
import * as v from 'valibot'

/** A recorded response, which the plain servers send again. */
const RecordedResponse = v.object({
  headers: v.array(v.tuple([v.string(), v.string()])),
  body: v.string(),
})

/** Reads the response from the file in the first argument. */
export function readRecordedResponse(): { headers: [string, string][]; body: Buffer } {
  const [, , file = ''] = process.argv
  const { headers, body } = v.parse(RecordedResponse, JSON.parse(readFileSync(file, 'utf8')))
  return { headers, body: Buffer.from(body, 'base64') }
}
