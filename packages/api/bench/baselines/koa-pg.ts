import { createServer } from 'node:http'
import Koa from 'koa'
import { listen } from './listen.ts'
import { readAnswer } from './statements.ts'

// The same statements from koa and the driver alone.
const answer = readAnswer()
const app = new Koa()
app.use(async (ctx) => {
  ctx.type = 'json'
  ctx.body = await answer()
})
const respond = app.callback()
listen(createServer((request, response) => void respond(request, response)))
