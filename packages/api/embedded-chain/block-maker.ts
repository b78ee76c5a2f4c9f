import * as v from 'valibot'
import type { ChainRpc } from './chain-rpc.ts'

const Hex = v.pipe(v.string(), v.regex(/^0x[0-9a-f]*$/i))
const Pool = v.object({ pending: Hex })
const Block = v.object({ number: Hex, transactions: v.array(Hex) })

/** With one slot per epoch, a block is final once two blocks follow it. */
const blocksToFinality = 2

/** How often the pool is checked, in milliseconds. */
const intervalMs = 250

interface BlockMaker {
  /** Stops making blocks. Resolves when none is in progress. */
  stop(): Promise<void>
}

/**
 * Mines a block when a transaction is waiting, and the blocks that make it final. The state is saved with the transaction's
 * block on top and before the following blocks, so everything final is on disk.
 * @param save stores the whole chain durably
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
