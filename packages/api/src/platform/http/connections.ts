import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { findClient, networksOf, type TrustedProxies } from './client-address.ts'

export interface ConnectionLimit {
  /** How many one client may have; wider networks may have a multiple of it. 0 sets no limit. */
  perNetwork: number
  /** A trusted proxy may have any number, since all clients come from it. */
  proxies: TrustedProxies
}

/**
 * Limits the connections of each network, since even an idle one holds a descriptor and memory. A new connection closes the one of
 * its network that has been idle the longest, and is rejected only if all have requests, so idle clients do not lock out their
 * neighbors. Call it before the server listens.
 */
export function limitConnections(server: Server, { perNetwork, proxies }: ConnectionLimit): void {
  if (perNetwork === 0) return
  /** The connections of each network, those with the latest request last, with the number of their requests in progress. */
  const connections = new Map<string, Map<Socket, number>>()
  const connectionsOf = (name: string) => connections.get(name) ?? new Map<Socket, number>()
  const namesBySocket = new Map<Socket, string[]>()

  function forget(socket: Socket): void {
    for (const name of namesBySocket.get(socket) ?? []) {
      connectionsOf(name).delete(socket)
      if (connectionsOf(name).size === 0) connections.delete(name)
    }
    namesBySocket.delete(socket)
  }

  /** Returns whether the network may have another connection. */
  function makeRoom(name: string, limit: number): boolean {
    const requestsBySocket = connectionsOf(name)
    if (requestsBySocket.size < limit) return true
    for (const [socket, requests] of requestsBySocket) {
      if (requests > 0) continue
      socket.destroy()
      forget(socket)
      return true
    }
    return false
  }

  function countRequests(socket: Socket, change: 1 | -1): void {
    for (const name of namesBySocket.get(socket) ?? []) {
      const requestsBySocket = connectionsOf(name)
      const requests = (requestsBySocket.get(socket) ?? 0) + change
      requestsBySocket.delete(socket)
      requestsBySocket.set(socket, requests)
    }
  }

  server.on('connection', (socket) => {
    const peer = socket.remoteAddress ?? ''
    if (findClient(proxies, peer, '').isTrusted) return
    const networks = networksOf(peer)
    if (!networks.every(({ name, share }) => makeRoom(name, perNetwork * share))) return void socket.destroy()
    const names = networks.map(({ name }) => name)
    for (const name of names) connections.set(name, connectionsOf(name).set(socket, 0))
    namesBySocket.set(socket, names)
    socket.once('close', () => forget(socket))
  })

  server.on('request', ({ socket }, response) => {
    if (!namesBySocket.has(socket)) return
    countRequests(socket, 1)
    response.once('close', () => countRequests(socket, -1))
  })
}
