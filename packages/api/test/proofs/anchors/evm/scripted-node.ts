import * as v from 'valibot'
import { headerHash } from '../../../../src/proofs/anchors/evm/evm-encoding.ts'
import { chainId } from '../../../../testing/evm-chain.ts'
import { silence } from '../../../../testing/hostile-node.ts'
import { startHttpStandIn } from '../../../../testing/http-stand-in.ts'

/** How long the node takes for a slow body, in milliseconds. */
const slowBodyMs = 3_000

/** Returns a result, throws an error whose message the node reports, or returns `silence`. */
type Reply = (...params: unknown[]) => unknown

/** A node without a chain: a test sets its reply to each method. */
export interface ScriptedNode {
  url: string
  replies: Record<string, Reply>
  /** The methods that it was asked, in order. */
  asked: string[]
  /** Sends headers at once, and the rest of a body only seconds later. */
  hasSlowBodies: boolean
  close(): Promise<void>
}

const Call = v.object({ id: v.number(), method: v.string(), params: v.optional(v.array(v.unknown()), []) })

/** Starts a node whose newest block is 10, whose newest final one is 8, and which knows no transaction. */
export async function startScriptedNode(replies: Record<string, Reply> = {}): Promise<ScriptedNode> {
  const server = await startHttpStandIn(async (request, response, body) => {
    const { id, method, params } = v.parse(Call, JSON.parse(body.toString()))
    node.asked.push(method)
    const reply = resultOf(node.replies[method], params)
    if (reply === silence) return void request.socket.destroy()
    response.writeHead(200, { 'content-type': 'application/json' })
    const text = JSON.stringify({ jsonrpc: '2.0', id, ...reply })
    if (!node.hasSlowBodies) return void response.end(text)
    response.write(' ')
    const timer = setTimeout(() => response.end(text), slowBodyMs)
    response.once('close', () => clearTimeout(timer))
  })
  const node: ScriptedNode = {
    url: server.url,
    asked: [],
    hasSlowBodies: false,
    replies: {
      eth_chainId: () => hex(chainId),
      eth_getBlockByNumber: (tag) => buildBlock(heights[String(tag)] ?? Number(tag)),
      eth_getTransactionCount: () => '0x0',
      eth_getTransactionByHash: () => null,
      eth_getBlockReceipts: () => null,
      eth_maxPriorityFeePerGas: () => hex(1_000_000_000),
      eth_estimateGas: () => hex(22_680),
      eth_sendRawTransaction: () => `0x${'0'.repeat(64)}`,
      ...replies,
    },
    close: () => server.close(),
  }
  return node
}

const heights: Record<string, number> = { latest: 10, finalized: 8 }

function resultOf(reply: Reply | undefined, params: unknown[]): object | typeof silence {
  try {
    const result = reply?.(...params)
    return result === silence ? silence : { result }
  } catch (error) {
    return { error: { code: -32_000, message: error instanceof Error ? error.message : '' } }
  }
}

/** A block with a true hash, unless the details contain another. */
export function buildBlock(number: number, details: Record<string, unknown> = {}): Record<string, unknown> {
  const word = `0x${'1'.repeat(64)}`
  const block = {
    parentHash: word,
    sha3Uncles: word,
    miner: `0x${'2'.repeat(40)}`,
    stateRoot: word,
    transactionsRoot: word,
    receiptsRoot: word,
    logsBloom: '0x00',
    difficulty: '0x0',
    number: hex(number),
    gasLimit: hex(30_000_000),
    gasUsed: '0x0',
    timestamp: hex(startedSeconds),
    extraData: '0x',
    mixHash: word,
    nonce: '0x0000000000000000',
    baseFeePerGas: hex(1_000_000_000),
    transactions: [],
    ...details,
  }
  return { hash: headerHash(block), ...block }
}

const startedSeconds = Math.floor(Date.now() / 1000)

/** A transaction in a block, as a node returns it, by what names its block. */
export function transactionIn(block: Record<string, unknown>): Record<string, unknown> {
  return { blockNumber: block['number'], blockHash: block['hash'] }
}

export function hex(value: number): string {
  return `0x${value.toString(16)}`
}
