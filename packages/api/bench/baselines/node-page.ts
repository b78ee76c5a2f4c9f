import { createServer } from 'node:http'
import { readRecordedResponse } from './cached-response.ts'
import { listen } from './listen.ts'

// The same bytes from plain Node, the lower bound.
const { headers, body } = readRecordedResponse()

listen(
  createServer((_request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    response.end(body)
  }),
)
