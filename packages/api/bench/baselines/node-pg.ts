import { createServer } from 'node:http'
import { listen } from './listen.ts'
import { createResponder } from './statements.ts'

// The same statements with only Node and the driver.
const handle = createResponder()

listen(
  createServer((_request, response) => {
    void handle().then((body) => {
      response.setHeader('Content-Type', 'application/json; charset=utf-8')
      response.setHeader('Content-Length', Buffer.byteLength(body))
      response.end(body)
    })
  }),
)
