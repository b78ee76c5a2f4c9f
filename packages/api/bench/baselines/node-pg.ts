import { createServer } from 'node:http'
import { listen } from './listen.ts'
import { readAnswer } from './statements.ts'

// The same statements from Node and the driver alone.
const answer = readAnswer()

listen(
  createServer((_request, response) => {
    void answer().then((body) => {
      response.setHeader('Content-Type', 'application/json; charset=utf-8')
      response.setHeader('Content-Length', Buffer.byteLength(body))
      response.end(body)
    })
  }),
)
