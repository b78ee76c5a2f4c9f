import http, { type ClientRequest, type RequestOptions } from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'

/**
 * Loaded into a server's process before its own modules: what it sends to https://api.stripe.com goes to the stand-in
 * at STRIPE_STAND_IN_PORT instead, as page.route() does for a browser. Everything in the server stays as it is.
 */
const port = Number(process.env['STRIPE_STAND_IN_PORT'])

function request(options: RequestOptions): ClientRequest {
  if (options.host !== 'api.stripe.com') throw new Error(`No network to ${String(options.host)}`)
  const { path, method, headers } = options
  const sent = http.request({ host: '127.0.0.1', port, path, method, headers })
  // The SDK writes once the connection is safe; this one never leaves the machine.
  sent.once('socket', (socket) => socket.once('connect', () => socket.emit('secureConnect')))
  return sent
}

Object.assign(https, { request })
syncBuiltinESMExports()
