/**
 * The fees of a transaction per unit of gas, in wei: at most `maxFee`, including at most `priorityFee` for the block
 * producer.
 */
export interface Fees {
  maxFee: bigint
  priorityFee: bigint
}

/** The current fees of the chain, in wei per unit of gas. */
export interface FeeMarket {
  /** Of the newest block. */
  baseFee: bigint
  /** The node's suggested priority fee. */
  tip: bigint
}

/**
 * Returns the fees of a new transaction: enough for six full blocks in a row, within the limit. Null if the limit is
 * too low for the next block.
 */
export function quoteFees({ baseFee, tip }: FeeMarket, limit: bigint): Fees | null {
  if (baseFee + tip > limit) return null
  return { maxFee: smaller(baseFee * 2n + tip, limit), priorityFee: tip }
}

/**
 * Returns the fees of a replacement. Nodes accept one if both fees are raised by at least 12.5%. Null if the limit
 * forbids that.
 */
export function raiseFees(previous: Fees, market: FeeMarket, limit: bigint): Fees | null {
  const quote = quoteFees(market, limit)
  const maxFee = larger(raised(previous.maxFee), quote?.maxFee ?? 0n)
  const priorityFee = larger(raised(previous.priorityFee), quote?.priorityFee ?? 0n)
  return quote === null || maxFee > limit ? null : { maxFee, priorityFee }
}

function raised(fee: bigint): bigint {
  return (fee * 9n + 7n) / 8n + (fee === 0n ? 1n : 0n)
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
