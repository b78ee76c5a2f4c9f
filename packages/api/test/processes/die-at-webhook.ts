import { Server, type IncomingMessage } from 'node:http'
import process from 'node:process'
import { webhookPath } from '@priormark/core/payments/endpoints'

// Loaded into a server's process before its own modules: the first message of the payment provider finds it dead.
const { emit } = Server.prototype
Server.prototype.emit = function (this: Server, event: string | symbol, ...given: unknown[]): boolean {
  const [request] = given
  if (event === 'request' && isWebhook(request)) process.kill(process.pid, 'SIGKILL')
  return emit.call(this, event, ...given)
}

function isWebhook(request: unknown): request is IncomingMessage {
  return typeof request === 'object' && request !== null && 'url' in request && request.url === webhookPath
}
