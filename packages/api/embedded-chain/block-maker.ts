import * as v from 'valibot'
import type { ChainRpc } from './chain-rpc.ts'

const Hex = v.pipe(v.string(), v.regex(/^0x[0-9a-f]*$/i))
const Pool = v.object({ pending: Hex })
const Block = v.object({ number: Hex, transactions: v.array(Hex) })

/** With one slot an epoch, the chain calls a block final that has two above it. */
const blocksToFinality = 2

/** How often the pool is looked at. */
const intervalMs = 250

export interface BlockMaker {
  /** Stops making blocks; resolves when none is being made any more. */
  stop(): Promise<void>
}

/**
 * Makes a block whenever a transaction waits, and those above it that make it final. What becomes final is on the disk
 * before: the state is saved with the transaction's block on top, and exactly as many blocks follow as make that one final.
 * @param save keeps the whole chain as it is, durably
 */
export function makeBlocks(
  rpc: ChainRpc,
  save: () => Promise<void>,
  onFailure: (error: unknown) => void,
): BlockMaker {
  let stopped = false
  let round: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const next = () => {
    round = advance()
      .catch((error: unknown) => {
        if (!stopped) onFailure(error)
      })
      .then(() => {
        if (!stopped) timer = setTimeout(next, intervalMs)
      })
  }

  async function advance(): Promise<void> {
    while (!stopped && ((await hasPending()) || (await hasYoungTransaction()))) {
      await rpc(v.unknown(), 'anvil_mine', '0x1', '0x0')
      await save()
      await rpc(v.unknown(), 'anvil_mine', `0x${blocksToFinality}`, '0x0')
    }
  }

  async function hasPending(): Promise<boolean> {
    return Number((await rpc(Pool, 'txpool_status')).pending) > 0
  }

  /** Whether a transaction is in a block that is not final yet. */
  async function hasYoungTransaction(): Promise<boolean> {
    const head = Number((await rpc(Block, 'eth_getBlockByNumber', 'latest', false)).number)
    for (let number = head; number > Math.max(0, head - blocksToFinality); number -= 1) {
      const block = await rpc(Block, 'eth_getBlockByNumber', `0x${number.toString(16)}`, false)
      if (block.transactions.length > 0) return true
    }
    return false
  }

  next()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await round
    },
  }
}
