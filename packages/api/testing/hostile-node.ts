import { startLocalServer } from '@priormark/core/testing/local-server'
import * as v from 'valibot'
import { keccak256 } from 'viem'
import { chainRpc } from '../embedded-chain/chain-rpc.ts'

const Call = v.object({ id: v.unknown(), method: v.string(), params: v.optional(v.array(v.unknown()), []) })

/** A response of a node before it is sent: its result, and how to change it. */
interface Intercepted {
  method: string
  params: readonly unknown[]
  result: unknown
}

/** Asks the real chain. */
type AskChain = (method: string, ...params: unknown[]) => Promise<unknown>

/** Returns what the node sends instead of a result. `silence` closes the connection. */
export type Lie = (call: Intercepted, ask: AskChain) => unknown

export const silence = Symbol('silence')

/** A node that reports false data about a real chain. */
export interface HostileNode {
  url: string
  /** The current lie; null for true results. */
  lie: Lie | null
  /** The signed transactions that it was sent. */
  sent: string[]
  /** Keeps transactions from the real chain while true. */
  withholdsTransactions: boolean
  close(): Promise<void>
}

/** Starts a node that passes requests on to a real one and changes the results. */
export async function startHostileNode(target: string): Promise<HostileNode> {
  const { url, close } = await startLocalServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      void reply(body)
        .then((text) => {
          if (text === null) return void request.socket.destroy()
          response.writeHead(200, { 'content-type': 'application/json' }).end(text)
        })
        .catch(() => request.socket.destroy())
    })
  })

  async function reply(body: string): Promise<string | null> {
    const { id, method, params } = v.parse(Call, JSON.parse(body))
    const [raw] = params
    const isWithheld = node.withholdsTransactions && method === 'eth_sendRawTransaction'
    if (method === 'eth_sendRawTransaction') node.sent.push(String(raw))
    const real = isWithheld ? { result: hashOf(raw) } : await ask(body)
    if ('error' in real || node.lie === null) return JSON.stringify({ jsonrpc: '2.0', id, ...real })
    const result = await node.lie({ method, params, result: real.result }, chainRpcOf(target))
    if (result === silence) return null
    return JSON.stringify({ jsonrpc: '2.0', id, result })
  }

  async function ask(body: string): Promise<{ result: unknown } | { error: unknown }> {
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const { result, error } = v.parse(Reply, await response.json())
    return error === undefined ? { result: result ?? null } : { error }
  }

  const node: HostileNode = {
    url,
    lie: null,
    sent: [],
    withholdsTransactions: false,
    close,
  }
  return node
}

function chainRpcOf(target: string): AskChain {
  const rpc = chainRpc(target)
  return (method, ...params) => rpc(v.unknown(), method, ...params)
}

const Reply = v.object({ result: v.optional(v.unknown()), error: v.optional(v.unknown()) })

function hashOf(raw: unknown): string {
  return keccak256(
    v.parse(
      v.custom<`0x${string}`>((value) => typeof value === 'string'),
      raw,
    ),
  )
}
