import { createServer } from 'node:http'
import Koa from 'koa'
import { listen } from './listen.ts'
import { createResponder } from './statements.ts'

// The same statements with only Koa and the driver.
const handle = createResponder()
const app = new Koa()
app.use(async (ctx) => {
  ctx.type = 'json'
  ctx.body = await handle()
})
const respond = app.callback()
listen(createServer((request, response) => void respond(request, response)))
