import { evmCalldata } from '@priormark/core/proofs/proof/leaf'
import * as v from 'valibot'
import { startAnvil, type AnvilProcess } from '../embedded-chain/anvil-process.ts'
import { chainRpc, type ChainRpc } from '../embedded-chain/chain-rpc.ts'
import { findAnvil } from '../embedded-chain/find-anvil.ts'

/** Anvil's first account, and its key. */
export const sender = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
export const senderKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

export const chainId = 31_337

/** An Anvil that mines only on request. */
export interface TestChain {
  url: string
  /** Calls an Anvil method and returns its result, which most tests ignore. */
  call(method: string, ...params: unknown[]): Promise<unknown>
  rpc: ChainRpc
  mine(blocks?: number): Promise<void>
  /** How many transactions of the current chain contain a root. */
  timesRecorded(root: string): Promise<number>
  /** The nonces of a sender's transactions in the pool. */
  waiting(): Promise<number[]>
  anvil: AnvilProcess
}

/** Starts Anvil, which ends with the test process at the latest. */
export async function startTestChain(args: string[] = [], port = 0): Promise<TestChain> {
  const program = findAnvil()
  if (program === null) throw new Error('anvil is not installed for this machine')
  const fixed = ['--no-mining', '--accounts', '2', '--chain-id', String(chainId)]
  const anvil = await startAnvil(program, [...fixed, ...args], port)
  const rpc = chainRpc(anvil.url)
  const call = (method: string, ...params: unknown[]) => rpc(v.unknown(), method, ...params)
  return {
    url: anvil.url,
    anvil,
    rpc,
    call,
    mine: async (blocks = 1) => void (await call('anvil_mine', `0x${blocks.toString(16)}`)),
    async timesRecorded(root) {
      const calldata = evmCalldata(root)
      let times = 0
      const head = Number(await rpc(v.string(), 'eth_blockNumber'))
      for (let number = 0; number <= head; number += 1) {
        const block = await rpc(Block, 'eth_getBlockByNumber', `0x${number.toString(16)}`, true)
        times += block.transactions.filter(({ input }) => input === calldata).length
      }
      return times
    },
    async waiting() {
      const { pending } = await rpc(Pool, 'txpool_content')
      return Object.values(pending).flatMap((ofSender) => Object.keys(ofSender).map(Number))
    },
  }
}

const Block = v.object({ transactions: v.array(v.object({ input: v.string() })) })
const Pool = v.object({ pending: v.record(v.string(), v.record(v.string(), v.unknown())) })

export function weiFromGwei(gwei: number): bigint {
  return BigInt(gwei * 1_000_000_000)
}
