import { createServer } from 'node:http'
import Koa from 'koa'
import { readRecordedResponse } from './cached-response.ts'
import { listen } from './listen.ts'

// The same bytes from plain Koa.
const { headers, body } = readRecordedResponse()
const app = new Koa()
app.use((ctx) => {
  for (const [name, value] of headers) ctx.set(name, value)
  ctx.body = body
})
const handle = app.callback()
listen(createServer((request, response) => void handle(request, response)))
