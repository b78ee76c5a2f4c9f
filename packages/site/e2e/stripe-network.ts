import http, { type ClientRequest, type RequestOptions } from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'

/**
 * Preloaded into the server's process. Sends its requests for https://api.stripe.com to the stand-in at
 * STRIPE_STAND_IN_PORT, as page.route() does for a browser. The server itself is unchanged.
 */
const port = Number(process.env['STRIPE_STAND_IN_PORT'])

function request(options: RequestOptions): ClientRequest {
  if (options.host !== 'api.stripe.com') throw new Error(`No network to ${String(options.host)}`)
  const { path, method, headers } = options
  const sent = http.request({ host: '127.0.0.1', port, path, method, headers })
  // The SDK sends the request after `secureConnect`. This connection is local and has no TLS.
  sent.once('socket', (socket) => socket.once('connect', () => socket.emit('secureConnect')))
  return sent
}

Object.assign(https, { request })
syncBuiltinESMExports()
