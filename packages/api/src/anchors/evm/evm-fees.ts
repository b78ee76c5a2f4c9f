/** What a transaction offers for a unit of gas, in wei: at most `maxFee`, of which at most `priorityFee` to the block's maker. */
export interface Fees {
  maxFee: bigint
  priorityFee: bigint
}

/** What the chain asks for at present, in wei for a unit of gas. */
export interface FeeMarket {
  /** Of the newest block. */
  baseFee: bigint
  /** What the node suggests for the block's maker. */
  tip: bigint
}

/**
 * What a new transaction offers: enough for six full blocks in a row, within the limit; null where the limit does not pay
 * for the next block.
 */
export function quoteFees({ baseFee, tip }: FeeMarket, limit: bigint): Fees | null {
  if (baseFee + tip > limit) return null
  return { maxFee: smaller(baseFee * 2n + tip, limit), priorityFee: tip }
}

/** What a replacement offers: nodes take it when both fees are raised by at least 12.5%. Null where the limit forbids that. */
export function raiseFees(former: Fees, market: FeeMarket, limit: bigint): Fees | null {
  const quote = quoteFees(market, limit)
  const maxFee = larger(raised(former.maxFee), quote?.maxFee ?? 0n)
  const priorityFee = larger(raised(former.priorityFee), quote?.priorityFee ?? 0n)
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
